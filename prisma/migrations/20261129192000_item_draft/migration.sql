-- The item as the draft had it: provenance is a comparison with it
ALTER TABLE "PacketItem" ADD COLUMN "draft" JSONB;
