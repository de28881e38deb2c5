-- CreateEnum
CREATE TYPE "ChangeOp" AS ENUM ('put', 'delete', 'restore');

-- CreateEnum
CREATE TYPE "ChangeOutcome" AS ENUM ('applied', 'merged', 'set_aside');

-- AlterTable
ALTER TABLE "Case" ADD COLUMN     "editedAt" TIMESTAMP(3),
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "solvability" JSONB;

-- AlterTable
ALTER TABLE "Review" ADD COLUMN     "blindDoneAt" TIMESTAMP(3),
ADD COLUMN     "settled" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "PacketItem" (
    "caseId" TEXT NOT NULL,
    "itemId" TEXT NOT NULL,
    "section" TEXT NOT NULL,
    "position" DOUBLE PRECISION NOT NULL,
    "content" JSONB NOT NULL,
    "decision" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "deletedAt" TIMESTAMP(3),

    CONSTRAINT "PacketItem_pkey" PRIMARY KEY ("caseId","itemId")
);

-- CreateTable
CREATE TABLE "PacketChange" (
    "id" BIGSERIAL NOT NULL,
    "caseId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "itemId" TEXT NOT NULL,
    "section" TEXT NOT NULL,
    "op" "ChangeOp" NOT NULL,
    "position" DOUBLE PRECISION NOT NULL,
    "content" JSONB NOT NULL,
    "base" INTEGER NOT NULL,
    "outcome" "ChangeOutcome" NOT NULL,
    "authorId" TEXT NOT NULL,
    "clientKey" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PacketChange_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CaseShare" (
    "caseId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CaseShare_pkey" PRIMARY KEY ("caseId","userId")
);

-- CreateIndex
CREATE INDEX "PacketItem_caseId_section_position_idx" ON "PacketItem"("caseId", "section", "position");

-- CreateIndex
CREATE UNIQUE INDEX "PacketChange_clientKey_key" ON "PacketChange"("clientKey");

-- CreateIndex
CREATE INDEX "PacketChange_caseId_itemId_number_idx" ON "PacketChange"("caseId", "itemId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "PacketChange_caseId_number_key" ON "PacketChange"("caseId", "number");

-- CreateIndex
CREATE INDEX "CaseShare_userId_idx" ON "CaseShare"("userId");

-- AddForeignKey
ALTER TABLE "PacketItem" ADD CONSTRAINT "PacketItem_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PacketChange" ADD CONSTRAINT "PacketChange_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PacketChange" ADD CONSTRAINT "PacketChange_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CaseShare" ADD CONSTRAINT "CaseShare_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CaseShare" ADD CONSTRAINT "CaseShare_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;



-- Append-only: every change that was received stays as it was received
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "PacketChange" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON "PacketChange" EXECUTE FUNCTION refuse_change();
