-- What the source called a case and its records is a screened field of its own
ALTER TABLE "Case" ADD COLUMN "sourceTitle" TEXT, ADD COLUMN "sourceId" TEXT, ADD COLUMN "screeningSecret" BYTEA;
ALTER TABLE "Record" ADD COLUMN "sourceTitle" TEXT;
ALTER TABLE "RecordFinding" ADD COLUMN "confidence" DOUBLE PRECISION NOT NULL DEFAULT 1;

-- Cases that wait at the check keep their names from everybody but those who screen
UPDATE "Record" SET "sourceTitle" = title, title = 'Record ' || (position + 1)
  WHERE "caseId" IN (SELECT id FROM "Case" WHERE stage = 'imported');
UPDATE "Case" SET "sourceTitle" = title, title = 'Case of ' || to_char("createdAt", 'FMMon FMDD') WHERE stage = 'imported';

CREATE TABLE "CaseUnread" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "recordKey" TEXT,
    "what" TEXT NOT NULL,
    "why" TEXT NOT NULL,
    "fix" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "CaseUnread_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "CaseUnread_caseId_position_idx" ON "CaseUnread"("caseId", "position");
ALTER TABLE "CaseUnread" ADD CONSTRAINT "CaseUnread_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "ScreeningEvent" (
    "id" BIGSERIAL NOT NULL,
    "caseId" TEXT NOT NULL,
    "act" JSONB NOT NULL,
    "byId" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ScreeningEvent_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "ScreeningEvent_caseId_id_idx" ON "ScreeningEvent"("caseId", "id");
ALTER TABLE "ScreeningEvent" ADD CONSTRAINT "ScreeningEvent_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "ScreeningEvent" ADD CONSTRAINT "ScreeningEvent_byId_fkey" FOREIGN KEY ("byId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "ScreeningEvent" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON "ScreeningEvent" EXECUTE FUNCTION refuse_change();
