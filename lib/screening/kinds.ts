import { IDENTIFIER_KIND_NAMES } from "@/lib/contracts/identifier-kinds";

export const IDENTIFIER_KINDS = IDENTIFIER_KIND_NAMES;

export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

/** What a person reads beside a finding of each kind. */
export const KIND_LABELS: Record<IdentifierKind, string> = {
  name: "name",
  geography: "place smaller than a state",
  date: "date or age over 89",
  phone: "phone number",
  fax: "fax number",
  email: "e-mail address",
  ssn: "social security number",
  medical_record: "medical record number",
  health_plan: "health plan number",
  account: "account number",
  licence: "certificate or licence number",
  vehicle: "vehicle identifier",
  device: "device identifier",
  url: "web address",
  ip_address: "IP address",
  biometric: "biometric identifier",
  photo: "photograph of a face",
  other_code: "other unique code",
};
