import { type WorldInput, worldInput } from "./build-world";
import { done, is, sets, when } from "./conditions";
import { friction, goal } from "./goals-and-frictions";
import { consent, event, fact, operation, paper, party, status } from "./world-parts";

const DAY = 1440;

/**
 * The structure of the world that the paper prints in full (52955ee1), without its texts: what is on
 * file, who tells what, which consents, and the six mechanisms that give F 11. Tests of the kernel use it
 * where the whole case would only be in the way.
 */
export function walkerWorld(): WorldInput {
  const identity = { shares: ["patient_name", "patient_dob"] };
  const address = { shares: ["patient_name", "patient_address"] };
  const member = { shares: ["member_id", "patient_dob"], authorities: ["consent_primary_payer"] };
  const prescriber = { ...identity, authorities: ["consent_prescriber_office"] };
  const vendor = { shares: ["patient_name"], authorities: ["consent_repair_vendor"] };
  const parish = { ...address, authorities: ["consent_parish_delivery"] };
  const at = (who: string, rest: object = {}) => [{ party: who, ...rest }];
  const reveal = (...channels: string[]) => ({ reveals: channels });
  const secret = { protected: true };
  return worldInput({
    id: "walker",
    title: "Replacement walker",
    clock_start: "2026-03-02T09:00",
    entities: [
      party("patient", ["phone"], { kind: "patient" }),
      party("public_provider_directory", ["portal"], { kind: "directory" }),
      party("primary_payer_member", ["phone"], { kind: "payer" }),
      party("resource_helpline", ["phone"], { kind: "community" }),
      party("hospital_operator", ["phone"]),
      party("prescriber_office", ["phone"]),
      party("repair_vendor", ["phone"], { kind: "supplier" }),
      party("loaner_charity", ["phone"], { kind: "community" }),
      party("parish_charity", ["phone"], { kind: "community" }),
    ],
    day_one: {
      contacts: [
        "patient_phone",
        "public_provider_directory_portal",
        "primary_payer_member_phone",
        "resource_helpline_phone",
      ],
      facts: [
        "patient_name",
        "patient_dob",
        "patient_address",
        "member_id",
        "interim_mobility_safety_context",
      ],
      documents: ["soap_note", "insurance_card"],
    },
    knowledge: [
      fact("patient_name", [], secret),
      fact("patient_dob", [], secret),
      fact("patient_address", [], secret),
      fact("member_id", [], secret),
      fact("interim_mobility_safety_context"),
      fact("walker_need_confirmed", "patient"),
      fact("prescriber_clue", "patient"),
      fact(
        "hospital_operator_contact",
        at("public_provider_directory", { shares: ["prescriber_clue"] }),
        reveal("hospital_operator_phone"),
      ),
      fact("repair_vendor_contact", "patient", reveal("repair_vendor_phone")),
      fact(
        "clinic_direct_number",
        at("hospital_operator", { shares: ["prescriber_clue"] }),
        reveal("prescriber_office_phone"),
      ),
      fact("parish_charity_contact", "resource_helpline", reveal("parish_charity_phone")),
      fact("followup_callback_slot", "patient"),
      fact("loaner_charity_contact", "resource_helpline", reveal("loaner_charity_phone")),
      fact("in_network_supplier", at("primary_payer_member", member)),
      fact("replacement_coverage_pathway", at("primary_payer_member", member)),
      fact(
        "prescription_on_file",
        at("prescriber_office", { ...prescriber, requires: when(is("prescription_status", "ready")) }),
      ),
      fact("patient_walker_receipt", at("patient", { requires: when(is("walker_delivery", "delivered")) })),
    ],
    documents: [
      paper("soap_note", "patient", null),
      paper("insurance_card", "patient", null),
      {
        id: "non_repairable_letter_document",
        owner: "repair_vendor",
        title: "Letter that the walker cannot be repaired",
        facts: [],
        request: {
          id: "non_repairable_letter",
          label: "letter that the walker cannot be repaired",
          handover: "collected",
          ...vendor,
        },
      },
    ],
    mutations: [
      operation("provide_safety_guidance", "patient", { shares: ["interim_mobility_safety_context"] }),
      operation("schedule_followup", "patient", {
        shares: ["followup_callback_slot"],
        effects: [sets("followup_status", "scheduled")],
      }),
      operation("request_prescription_reissue", "prescriber_office", {
        ...prescriber,
        effects: [sets("prescription_status", "requested")],
      }),
      operation("grant_prescriber_coordination_consent", "patient"),
      operation("grant_payer_replacement_consent", "patient"),
      operation("grant_repair_vendor_consent", "patient"),
      operation("grant_parish_delivery_consent", "patient"),
      operation("grant_loaner_charity_consent", "patient"),
      operation("grant_loaner_charity_disclosure_consent", "patient"),
      operation("grant_loaner_cancellation_consent", "patient"),
      operation("arrange_parish_delivery", "parish_charity", {
        ...parish,
        effects: [sets("walker_delivery", "arranged")],
      }),
      operation("request_loaner", "loaner_charity", {
        ...address,
        authorities: ["consent_loaner_charity", "consent_loaner_charity_disclosure"],
        effects: [sets("loaner_request", "requested")],
      }),
      operation("cancel_loaner", "loaner_charity", {
        requires: when(done("request_loaner"), is("walker_delivery", "delivered")),
        authorities: ["consent_loaner_cancellation"],
        effects: [sets("loaner_request", "cancelled")],
      }),
    ],
    status_surfaces: [
      status("prescription_status", "prescriber_office", ["none", "requested", "ready"], {
        observe: prescriber,
      }),
      status("walker_delivery", "parish_charity", ["none", "arranged", "delivered"], { observe: parish }),
      status("loaner_request", "loaner_charity", ["none", "requested", "cancelled"]),
      status("followup_status", "patient", ["none", "scheduled"]),
    ],
    time_events: [
      event("prescription_ready", {
        starts: when(done("request_prescription_reissue")),
        effects: [sets("prescription_status", "ready")],
      }),
      event("walker_delivered", {
        starts: when(done("arrange_parish_delivery")),
        effects: [sets("walker_delivery", "delivered")],
      }),
    ],
    authorities: [
      consent("consent_prescriber_office", "prescriber_office", "grant_prescriber_coordination_consent"),
      consent("consent_primary_payer", "primary_payer_member", "grant_payer_replacement_consent"),
      consent("consent_repair_vendor", "repair_vendor", "grant_repair_vendor_consent"),
      consent("consent_parish_delivery", "parish_charity", "grant_parish_delivery_consent"),
      consent("consent_loaner_charity", "loaner_charity", "grant_loaner_charity_consent"),
      consent(
        "consent_loaner_charity_disclosure",
        "loaner_charity",
        "grant_loaner_charity_disclosure_consent",
      ),
      consent("consent_loaner_cancellation", "loaner_charity", "grant_loaner_cancellation_consent"),
    ],
    terminals: [
      goal("knowledge", "walker_need_confirmed"),
      goal("knowledge", "clinic_direct_number"),
      goal("knowledge", "prescription_on_file"),
      goal("knowledge", "replacement_coverage_pathway"),
      goal("knowledge", "in_network_supplier"),
      goal("documents", "non_repairable_letter_document"),
      goal("status_surfaces", "walker_delivery", "delivered", { group: "walker_home_receipt_confirmation" }),
      goal("knowledge", "patient_walker_receipt", null, { group: "walker_home_receipt_confirmation" }),
      goal("status_surfaces", "loaner_request", "cancelled", { required: false }),
      goal("mutations", "provide_safety_guidance"),
      goal("status_surfaces", "followup_status", "scheduled"),
    ],
    frictions: [
      friction("retry", "parish_charity_phone", { tries: 2 }),
      friction("relative_opening", "parish_charity_phone", { minutes: 2 * DAY, severity: 2 }),
      friction("relative_opening", "repair_vendor_phone", { minutes: 2 * DAY, severity: 2 }),
      friction("delay", "prescription_ready", { minutes: 2 * DAY, severity: 2 }),
      friction("delay", "walker_delivered", { minutes: 2 * DAY, severity: 2 }),
      friction("delay", "non_repairable_letter_document", { minutes: 3 * DAY, severity: 2 }),
    ],
  });
}

/** The 27 operations printed for that world, as figures and identifiers. */
export const PRINTED_WITNESS = [
  { op: "ask", party: "patient", via: "phone", obtain: ["walker_need_confirmed"] },
  { op: "ask", party: "patient", via: "phone", obtain: ["prescriber_clue"] },
  {
    op: "ask",
    party: "public_provider_directory",
    via: "portal",
    obtain: ["hospital_operator_contact"],
    transmit: ["prescriber_clue"],
  },
  { op: "ask", party: "patient", via: "phone", obtain: ["repair_vendor_contact"] },
  {
    op: "ask",
    party: "hospital_operator",
    via: "phone",
    obtain: ["clinic_direct_number"],
    transmit: ["prescriber_clue"],
  },
  { op: "ask", party: "resource_helpline", via: "phone", obtain: ["parish_charity_contact"] },
  { op: "ask", party: "patient", via: "phone", obtain: ["followup_callback_slot"] },
  {
    op: "submit_form",
    party: "patient",
    complete: "provide_safety_guidance",
    transmit: ["interim_mobility_safety_context"],
  },
  {
    op: "submit_form",
    party: "patient",
    complete: "schedule_followup",
    transmit: ["followup_callback_slot"],
  },
  { op: "submit_form", party: "patient", complete: "grant_prescriber_coordination_consent" },
  { op: "submit_form", party: "patient", complete: "grant_payer_replacement_consent" },
  { op: "submit_form", party: "patient", complete: "grant_repair_vendor_consent" },
  { op: "submit_form", party: "patient", complete: "grant_parish_delivery_consent" },
  {
    op: "ask",
    party: "primary_payer_member",
    via: "phone",
    obtain: ["in_network_supplier"],
    transmit: ["member_id", "patient_dob"],
  },
  {
    op: "ask",
    party: "primary_payer_member",
    via: "phone",
    obtain: ["replacement_coverage_pathway"],
    transmit: ["member_id", "patient_dob"],
  },
  {
    op: "submit_form",
    party: "prescriber_office",
    complete: "request_prescription_reissue",
    transmit: ["patient_name", "patient_dob"],
  },
  { op: "wait", days: 2 },
  { op: "contact", party: "parish_charity", via: "phone" },
  {
    op: "ask",
    party: "prescriber_office",
    via: "phone",
    obtain: ["prescription_on_file"],
    transmit: ["patient_name", "patient_dob"],
  },
  {
    op: "ask",
    party: "repair_vendor",
    via: "phone",
    request: ["non_repairable_letter"],
    transmit: ["patient_name"],
  },
  {
    op: "submit_form",
    party: "parish_charity",
    complete: "arrange_parish_delivery",
    transmit: ["patient_name", "patient_address"],
  },
  { op: "wait", days: 2 },
  { op: "ask", party: "patient", via: "phone", obtain: ["patient_walker_receipt"] },
  {
    op: "check_status",
    party: "parish_charity",
    via: "phone",
    observe: ["walker_delivery"],
    transmit: ["patient_name", "patient_address"],
  },
  { op: "wait", days: 1 },
  {
    op: "ask",
    party: "repair_vendor",
    via: "phone",
    obtain: ["non_repairable_letter"],
    transmit: ["patient_name"],
  },
  { op: "read_document", party: "repair_vendor", via: "phone" },
];
