-- CreateEnum
CREATE TYPE "ParaphraseOp" AS ENUM ('add', 'remove');

-- CreateEnum
CREATE TYPE "ParaphraseSource" AS ENUM ('written', 'model');

-- AlterTable
ALTER TABLE "CertificationRun" ADD COLUMN     "ballots" JSONB,
ADD COLUMN     "paraphrases" TEXT;

-- CreateTable
CREATE TABLE "ParaphraseChange" (
    "id" BIGSERIAL NOT NULL,
    "caseId" TEXT NOT NULL,
    "op" "ParaphraseOp" NOT NULL,
    "entry" JSONB NOT NULL,
    "source" "ParaphraseSource" NOT NULL,
    "model" TEXT,
    "authorId" TEXT,
    "setHash" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ParaphraseChange_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ParaphraseChange_caseId_id_idx" ON "ParaphraseChange"("caseId", "id");

-- AddForeignKey
ALTER TABLE "ParaphraseChange" ADD CONSTRAINT "ParaphraseChange_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ParaphraseChange" ADD CONSTRAINT "ParaphraseChange_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "ParaphraseChange" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON "ParaphraseChange" EXECUTE FUNCTION refuse_change();
