-- CreateEnum
CREATE TYPE "Role" AS ENUM ('advocate', 'reviewer', 'curator', 'admin', 'runner');

-- CreateEnum
CREATE TYPE "Stage" AS ENUM ('imported', 'screened', 'drafted', 'annotating', 'in_review', 'accepted', 'compiled', 'certified', 'published');

-- CreateEnum
CREATE TYPE "FindingDecision" AS ENUM ('undecided', 'identifier', 'harmless');

-- CreateEnum
CREATE TYPE "RevisionKind" AS ENUM ('draft', 'save', 'submit', 'return', 'accept', 'reopen', 'import');

-- CreateEnum
CREATE TYPE "ReviewVerdict" AS ENUM ('open', 'returned', 'accepted');

-- CreateEnum
CREATE TYPE "WorldOrigin" AS ENUM ('compiled', 'edited', 'friction');

-- CreateEnum
CREATE TYPE "RunStatus" AS ENUM ('queued', 'running', 'passed', 'refused', 'cancelled', 'failed');

-- CreateTable
CREATE TABLE "User" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "passwordHash" TEXT,
    "mustChangePassword" BOOLEAN NOT NULL DEFAULT false,
    "sessionEpoch" INTEGER NOT NULL DEFAULT 0,
    "disabledAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Case" (
    "id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "stage" "Stage" NOT NULL DEFAULT 'imported',
    "stageSince" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "advocateId" TEXT,
    "reviewerId" TEXT,
    "curatorId" TEXT,
    "richness" JSONB,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMP(3),

    CONSTRAINT "Case_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Record" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "at" TIMESTAMP(3),
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "quarantinedAt" TIMESTAMP(3),
    "quarantineReason" TEXT,

    CONSTRAINT "Record_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RecordFinding" (
    "id" TEXT NOT NULL,
    "recordId" TEXT NOT NULL,
    "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "decision" "FindingDecision" NOT NULL DEFAULT 'undecided',
    "decidedById" TEXT,
    "decidedAt" TIMESTAMP(3),

    CONSTRAINT "RecordFinding_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PacketRevision" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "basedOn" INTEGER,
    "content" JSONB NOT NULL,
    "contentHash" TEXT NOT NULL,
    "authorId" TEXT,
    "kind" "RevisionKind" NOT NULL,
    "clientKey" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PacketRevision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ItemComment" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "itemId" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "authorId" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolvedAt" TIMESTAMP(3),

    CONSTRAINT "ItemComment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Review" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "packetRevision" INTEGER NOT NULL,
    "reviewerId" TEXT NOT NULL,
    "blindDecisions" JSONB NOT NULL,
    "checklist" JSONB NOT NULL,
    "verdict" "ReviewVerdict" NOT NULL DEFAULT 'open',
    "reasons" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closedAt" TIMESTAMP(3),

    CONSTRAINT "Review_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Lease" (
    "caseId" TEXT NOT NULL,
    "holderId" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Lease_pkey" PRIMARY KEY ("caseId")
);

-- CreateTable
CREATE TABLE "WorldVersion" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "packetRevision" INTEGER NOT NULL,
    "content" JSONB NOT NULL,
    "contentHash" TEXT NOT NULL,
    "authorId" TEXT,
    "origin" "WorldOrigin" NOT NULL,
    "note" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WorldVersion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CompileAttempt" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "proposer" TEXT NOT NULL,
    "findings" JSONB NOT NULL,
    "diff" JSONB,
    "worldVersionId" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CompileAttempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CertificationRun" (
    "id" TEXT NOT NULL,
    "worldVersionId" TEXT NOT NULL,
    "status" "RunStatus" NOT NULL DEFAULT 'queued',
    "gates" JSONB NOT NULL DEFAULT '[]',
    "certificate" JSONB,
    "requestedById" TEXT,
    "queuedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMP(3),
    "finishedAt" TIMESTAMP(3),

    CONSTRAINT "CertificationRun_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CertificationEvent" (
    "id" BIGSERIAL NOT NULL,
    "runId" TEXT NOT NULL,
    "gate" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CertificationEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Publication" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "worldVersionId" TEXT NOT NULL,
    "packetRevision" INTEGER NOT NULL,
    "certificate" JSONB NOT NULL,
    "bundleHash" TEXT NOT NULL,
    "publishedById" TEXT NOT NULL,
    "publishedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "withdrawnAt" TIMESTAMP(3),
    "withdrawnById" TEXT,
    "withdrawnReason" TEXT,

    CONSTRAINT "Publication_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PlaytestRun" (
    "id" TEXT NOT NULL,
    "publicationId" TEXT,
    "worldVersionId" TEXT NOT NULL,
    "playerId" TEXT,
    "agent" TEXT NOT NULL,
    "log" TEXT NOT NULL,
    "grade" JSONB,
    "startedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMP(3),

    CONSTRAINT "PlaytestRun_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ModelCall" (
    "id" TEXT NOT NULL,
    "caseId" TEXT,
    "step" TEXT NOT NULL,
    "contentKey" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "prompt" JSONB NOT NULL,
    "schema" JSONB NOT NULL,
    "answer" JSONB,
    "inputTokens" INTEGER,
    "outputTokens" INTEGER,
    "costDollars" DECIMAL(12,6),
    "latencyMs" INTEGER,
    "error" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ModelCall_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ApiToken" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMP(3),
    "revokedAt" TIMESTAMP(3),
    "lastUsedAt" TIMESTAMP(3),

    CONSTRAINT "ApiToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Invitation" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "invitedById" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "acceptedAt" TIMESTAMP(3),

    CONSTRAINT "Invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actorId" TEXT,
    "action" TEXT NOT NULL,
    "caseId" TEXT,
    "detail" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RateLimiterFlexible" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "expire" TIMESTAMP(3),

    CONSTRAINT "RateLimiterFlexible_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE INDEX "Case_stage_stageSince_idx" ON "Case"("stage", "stageSince");

-- CreateIndex
CREATE INDEX "Case_advocateId_stage_idx" ON "Case"("advocateId", "stage");

-- CreateIndex
CREATE INDEX "Case_reviewerId_stage_idx" ON "Case"("reviewerId", "stage");

-- CreateIndex
CREATE INDEX "Case_curatorId_stage_idx" ON "Case"("curatorId", "stage");

-- CreateIndex
CREATE INDEX "Record_caseId_position_idx" ON "Record"("caseId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "Record_caseId_key_key" ON "Record"("caseId", "key");

-- CreateIndex
CREATE INDEX "RecordFinding_decision_idx" ON "RecordFinding"("decision");

-- CreateIndex
CREATE UNIQUE INDEX "RecordFinding_recordId_start_end_kind_key" ON "RecordFinding"("recordId", "start", "end", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "PacketRevision_clientKey_key" ON "PacketRevision"("clientKey");

-- CreateIndex
CREATE INDEX "PacketRevision_caseId_kind_number_idx" ON "PacketRevision"("caseId", "kind", "number");

-- CreateIndex
CREATE UNIQUE INDEX "PacketRevision_caseId_number_key" ON "PacketRevision"("caseId", "number");

-- CreateIndex
CREATE INDEX "ItemComment_caseId_itemId_createdAt_idx" ON "ItemComment"("caseId", "itemId", "createdAt");

-- CreateIndex
CREATE INDEX "Review_reviewerId_verdict_idx" ON "Review"("reviewerId", "verdict");

-- CreateIndex
CREATE UNIQUE INDEX "Review_caseId_packetRevision_reviewerId_key" ON "Review"("caseId", "packetRevision", "reviewerId");

-- CreateIndex
CREATE INDEX "Lease_holderId_idx" ON "Lease"("holderId");

-- CreateIndex
CREATE INDEX "WorldVersion_contentHash_idx" ON "WorldVersion"("contentHash");

-- CreateIndex
CREATE UNIQUE INDEX "WorldVersion_caseId_number_key" ON "WorldVersion"("caseId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "CompileAttempt_caseId_number_key" ON "CompileAttempt"("caseId", "number");

-- CreateIndex
CREATE INDEX "CertificationRun_worldVersionId_queuedAt_idx" ON "CertificationRun"("worldVersionId", "queuedAt");

-- CreateIndex
CREATE INDEX "CertificationRun_status_idx" ON "CertificationRun"("status");

-- CreateIndex
CREATE INDEX "CertificationEvent_runId_id_idx" ON "CertificationEvent"("runId", "id");

-- CreateIndex
CREATE INDEX "Publication_publishedAt_idx" ON "Publication"("publishedAt");

-- CreateIndex
CREATE INDEX "Publication_bundleHash_idx" ON "Publication"("bundleHash");

-- CreateIndex
CREATE UNIQUE INDEX "Publication_caseId_version_key" ON "Publication"("caseId", "version");

-- CreateIndex
CREATE INDEX "PlaytestRun_worldVersionId_startedAt_idx" ON "PlaytestRun"("worldVersionId", "startedAt");

-- CreateIndex
CREATE INDEX "PlaytestRun_publicationId_idx" ON "PlaytestRun"("publicationId");

-- CreateIndex
CREATE INDEX "PlaytestRun_playerId_startedAt_idx" ON "PlaytestRun"("playerId", "startedAt");

-- CreateIndex
CREATE UNIQUE INDEX "ModelCall_contentKey_key" ON "ModelCall"("contentKey");

-- CreateIndex
CREATE INDEX "ModelCall_caseId_createdAt_idx" ON "ModelCall"("caseId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "ApiToken_tokenHash_key" ON "ApiToken"("tokenHash");

-- CreateIndex
CREATE INDEX "ApiToken_userId_idx" ON "ApiToken"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Invitation_tokenHash_key" ON "Invitation"("tokenHash");

-- CreateIndex
CREATE INDEX "Invitation_email_idx" ON "Invitation"("email");

-- CreateIndex
CREATE INDEX "AuditEvent_at_idx" ON "AuditEvent"("at");

-- CreateIndex
CREATE INDEX "AuditEvent_actorId_at_idx" ON "AuditEvent"("actorId", "at");

-- CreateIndex
CREATE INDEX "AuditEvent_action_at_idx" ON "AuditEvent"("action", "at");

-- CreateIndex
CREATE INDEX "AuditEvent_caseId_at_idx" ON "AuditEvent"("caseId", "at");

-- CreateIndex
CREATE INDEX "RateLimiterFlexible_expire_idx" ON "RateLimiterFlexible"("expire");

-- AddForeignKey
ALTER TABLE "Case" ADD CONSTRAINT "Case_advocateId_fkey" FOREIGN KEY ("advocateId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Case" ADD CONSTRAINT "Case_reviewerId_fkey" FOREIGN KEY ("reviewerId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Case" ADD CONSTRAINT "Case_curatorId_fkey" FOREIGN KEY ("curatorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Record" ADD CONSTRAINT "Record_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RecordFinding" ADD CONSTRAINT "RecordFinding_recordId_fkey" FOREIGN KEY ("recordId") REFERENCES "Record"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RecordFinding" ADD CONSTRAINT "RecordFinding_decidedById_fkey" FOREIGN KEY ("decidedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PacketRevision" ADD CONSTRAINT "PacketRevision_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PacketRevision" ADD CONSTRAINT "PacketRevision_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ItemComment" ADD CONSTRAINT "ItemComment_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ItemComment" ADD CONSTRAINT "ItemComment_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Review" ADD CONSTRAINT "Review_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Review" ADD CONSTRAINT "Review_reviewerId_fkey" FOREIGN KEY ("reviewerId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Lease" ADD CONSTRAINT "Lease_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Lease" ADD CONSTRAINT "Lease_holderId_fkey" FOREIGN KEY ("holderId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WorldVersion" ADD CONSTRAINT "WorldVersion_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WorldVersion" ADD CONSTRAINT "WorldVersion_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CompileAttempt" ADD CONSTRAINT "CompileAttempt_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CompileAttempt" ADD CONSTRAINT "CompileAttempt_worldVersionId_fkey" FOREIGN KEY ("worldVersionId") REFERENCES "WorldVersion"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CertificationRun" ADD CONSTRAINT "CertificationRun_worldVersionId_fkey" FOREIGN KEY ("worldVersionId") REFERENCES "WorldVersion"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CertificationRun" ADD CONSTRAINT "CertificationRun_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CertificationEvent" ADD CONSTRAINT "CertificationEvent_runId_fkey" FOREIGN KEY ("runId") REFERENCES "CertificationRun"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Publication" ADD CONSTRAINT "Publication_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Publication" ADD CONSTRAINT "Publication_worldVersionId_fkey" FOREIGN KEY ("worldVersionId") REFERENCES "WorldVersion"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Publication" ADD CONSTRAINT "Publication_publishedById_fkey" FOREIGN KEY ("publishedById") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Publication" ADD CONSTRAINT "Publication_withdrawnById_fkey" FOREIGN KEY ("withdrawnById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlaytestRun" ADD CONSTRAINT "PlaytestRun_publicationId_fkey" FOREIGN KEY ("publicationId") REFERENCES "Publication"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlaytestRun" ADD CONSTRAINT "PlaytestRun_worldVersionId_fkey" FOREIGN KEY ("worldVersionId") REFERENCES "WorldVersion"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlaytestRun" ADD CONSTRAINT "PlaytestRun_playerId_fkey" FOREIGN KEY ("playerId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ModelCall" ADD CONSTRAINT "ModelCall_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_invitedById_fkey" FOREIGN KEY ("invitedById") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AuditEvent" ADD CONSTRAINT "AuditEvent_actorId_fkey" FOREIGN KEY ("actorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;


-- An address is one person, however it is typed
ALTER TABLE "User" ADD CONSTRAINT "User_email_lower_case" CHECK ("email" = lower("email"));

-- Append-only: what was written stays as it was written
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP;
END $$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "PacketRevision" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "WorldVersion" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "CompileAttempt" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "CertificationEvent" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON "PacketRevision" EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON "WorldVersion" EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON "CompileAttempt" EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON "CertificationEvent" EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON "AuditEvent" EXECUTE FUNCTION refuse_change();

-- A publication is never changed or taken away; it can be withdrawn, once
CREATE FUNCTION only_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD."withdrawnAt" IS NULL
    AND (to_jsonb(NEW) - ARRAY['withdrawnAt', 'withdrawnById', 'withdrawnReason'])
      = (to_jsonb(OLD) - ARRAY['withdrawnAt', 'withdrawnById', 'withdrawnReason'])
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A publication can only be withdrawn: % refused', TG_OP;
END $$;

CREATE TRIGGER only_withdrawal BEFORE UPDATE OR DELETE ON "Publication" FOR EACH ROW EXECUTE FUNCTION only_withdrawal();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON "Publication" EXECUTE FUNCTION refuse_change();
