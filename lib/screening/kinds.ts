/**
 * The 18 identifier kinds of the HIPAA Safe Harbor rule, in the order of 45 CFR 164.514(b)(2)(i)(A)-(R).
 */
export const IDENTIFIER_KINDS = [
  "name",
  "geography",
  "date",
  "phone",
  "fax",
  "email",
  "ssn",
  "medical_record",
  "health_plan",
  "account",
  "licence",
  "vehicle",
  "device",
  "url",
  "ip_address",
  "biometric",
  "photo",
  "other_code",
] as const;

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
