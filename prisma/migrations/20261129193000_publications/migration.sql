-- AlterTable
ALTER TABLE "CertificationRun" ADD COLUMN     "error" TEXT;

-- AlterTable
ALTER TABLE "PlaytestRun" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Publication" ADD COLUMN     "bundle" TEXT NOT NULL;

-- AlterTable
ALTER TABLE "WorldVersion" ADD COLUMN     "basedOn" INTEGER;
