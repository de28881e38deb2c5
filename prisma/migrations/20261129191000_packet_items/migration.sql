
-- Append-only: every change that was received stays as it was received
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "PacketChange" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON "PacketChange" EXECUTE FUNCTION refuse_change();
