-- Findings also stand in titles and senders, and say why they were found
ALTER TABLE "RecordFinding" ADD COLUMN "field" TEXT NOT NULL DEFAULT 'text', ADD COLUMN "reason" TEXT NOT NULL DEFAULT '';

DROP INDEX "RecordFinding_recordId_start_end_kind_key";
CREATE UNIQUE INDEX "RecordFinding_recordId_field_start_end_kind_key" ON "RecordFinding"("recordId", "field", "start", "end", "kind");
