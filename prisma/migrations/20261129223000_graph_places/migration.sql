-- AlterTable
ALTER TABLE "Case" ADD COLUMN     "graphPlaces" JSONB;
