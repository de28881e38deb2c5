/** General procedure an agent may load with `read_document`; nothing in it belongs to any one case. */
export interface Playbook {
  playbook: string;
  title: string;
  /** Shown from the start. */
  purpose: string;
  /** Shown once it has been loaded. */
  text: string;
}

/**
 * The same ordered catalogue for every world (paper, appendix E, table 9: identifiers and titles).
 * Lint checks every world's hidden facts against these texts.
 */
export const PLAYBOOKS: readonly Playbook[] = [
  {
    playbook: "playbook_close_the_loop",
    title: "Close the Loop — Confirm Before Done",
    purpose: "How to tell a promise from a result, and whom to ask before you call something finished.",
    text: `A promise is not a result. "We will send it" and "it should be there by Friday" describe what somebody means to do.

1. For each thing you set in motion, write down who can see the end of it. That is often another party than the one who promised: the person at the door knows whether a parcel came, the receiver knows whether a fax is legible.
2. Note when an answer can be expected and come back then. Asking earlier than the process allows costs effort and tells you nothing.
3. Ask for the state, not for reassurance: what is recorded, on which date, by whom.
4. If something was arranged twice to be safe, cancel the spare one once the first is confirmed, and not before.
5. Tell others only what has been confirmed to you. If you must pass on something unconfirmed, say that it is.
6. Before you stop, go through your list: confirmed, still under way, or given up with a reason.`,
  },
  {
    playbook: "playbook_coverage_eligibility_check",
    title: "Coverage and Eligibility Check",
    purpose:
      "What to establish with the plan before a patient is pointed to a provider, supplier or service.",
    text: `Check cover first, so that the patient is not sent somewhere that will turn them away or bill them.

1. Find out which plan pays first for this kind of need, and whether a second one stands behind it.
2. Ask the plan itself, with the identifiers it asks for, after the patient has allowed you to speak to it.
3. Establish four things: is the service a benefit; are there conditions such as a prescription, an authorisation or a limit in time; which providers or suppliers count as in network; what would the patient pay.
4. Ask the provider whether they accept the plan today. Directories age.
5. If two sources disagree, do not choose the convenient one. Ask the party that decides, and keep both answers with their dates.
6. Being eligible is not the same as being approved, and approved is not the same as arranged.`,
  },
  {
    playbook: "playbook_establish_authority_and_consent",
    title: "Establish Authority and Consent",
    purpose: "When a patient's permission is needed, how narrow it is, and how to obtain it before you act.",
    text: `Looking up a public number needs no permission. Speaking about a patient does.

1. Before each contact ask yourself: will I name the patient, pass on anything about them, or have something done in their name? If so, you need their permission for this recipient and this purpose.
2. Ask the patient in plain words: whom you would speak to, what you would share, what for. Wait for the answer. A general "please help me" is not an answer to that.
3. A permission given for one office does not reach another one, even in the same building or on the same errand. Ask again for the next.
4. Sharing, requesting, cancelling and signing are different acts. If the permission you hold names one, do not stretch it to another.
5. Never tick or sign that the patient has read, understood or agreed to something unless you asked and they told you so.
6. Somebody who speaks for the patient must have the standing to do so. Establish it first.`,
  },
  {
    playbook: "playbook_identity_and_intake",
    title: "Identity Verification and Intake",
    purpose:
      "Gathering a patient's details once, from the right source, so that every later contact can use them.",
    text: `Most calls begin with the same questions. Have the answers before you dial.

1. Read what is already on file: intake notes, cards, letters. Note the name as the plan or clinic has it, date of birth, address, telephone, plan and member number.
2. Confirm with the patient whatever is missing, old or contradictory.
3. List what the need itself consists of: the item or service in exact words, quantities, since when, who prescribed it, what has been tried.
4. Keep the source of each detail. When two sources differ, ask which one the receiving party holds.
5. Give the details in the form the party asks for. A value that is nearly right counts as wrong.
6. Use what you have gathered with every party; do not ask the patient twice.`,
  },
  {
    playbook: "playbook_sensitive_info_handling",
    title: "Handling Sensitive Information",
    purpose: "Sharing no more than a task needs, over a route that is right for it.",
    text: `Information about a patient is lent to you for a purpose.

1. Decide what the other side needs in order to do its part. Leave out the rest, even where it might make a better story.
2. Prefer the least revealing identifier the recipient accepts.
3. Make sure that the number, address or portal belongs to the party you mean, from a source you can name, before anything goes out.
4. Voicemail, fax and shared inboxes may be seen by others. Leave only what a stranger may read, unless the route is agreed.
5. Diagnoses, money troubles, housing and family matters are as sensitive as numbers.
6. If you shared too much or with the wrong party, stop, tell whoever must know, and do not repeat it.`,
  },
  {
    playbook: "playbook_appointment_provider_coordination",
    title: "Establishing Care and Provider Coordination",
    purpose: "Finding a provider who fits, and turning a name into a visit that takes place.",
    text: `A referral is a piece of paper; a visit is a time, a place and a way to get there.

1. Learn what the patient can manage: distance, stairs, language, hours, visits at home or by video.
2. Look for providers who treat this need, take the plan and accept new patients. All three, confirmed by the office itself.
3. Ask what the office needs before it books: referral, records, forms, identification.
4. Offer times the patient has agreed to. Book only when they have said yes to being booked.
5. Check that records and referrals have reached the office, not merely that they were sent.
6. Give the patient the confirmed details, then plan transport and reminders. Follow up after the date.`,
  },
  {
    playbook: "playbook_dme_mobility_equipment",
    title: "Durable Medical Equipment and Mobility Devices",
    purpose: "The usual path of a walker, wheelchair or similar device, from need to doorstep.",
    text: `Equipment follows a chain; a missing link stops it without notice.

1. Pin down the device: type, size, features, and why this one. Is it new, a repair, or a replacement? Age and condition of the old one matter.
2. A prescriber must order it; some devices also need a visit or an evaluation that is recorded.
3. The plan decides under which rule it pays. For replacements it may want proof that repair is not possible.
4. A supplier in network fills the order, and may ask for authorisation first.
5. While the patient waits, think about safety today: what they should not do, who can help, whether something can be lent.
6. Lent and bought devices are separate requests with separate permissions; close the one that is no longer needed.
7. It is finished when the patient has the right device in hand, not when it was ordered.`,
  },
  {
    playbook: "playbook_food_nutrition_meals",
    title: "Food and Nutrition Assistance",
    purpose: "Kinds of food help, who runs them, and how to match one to a household.",
    text: `Food help comes from public benefits, health plans, charities and neighbours, and each has its own door.

1. Ask what is short: money, transport, ability to cook, special diet, days of the month.
2. Public benefits go through an agency with an application, proof and a decision date. Plans may offer meals for a limited time after a hospital stay. Pantries and delivered meals are local and change often.
3. Ask about age, income, area, household and waiting lists before you raise hopes.
4. For home delivery, confirm address, access, days and who will be there.
5. Help that starts next month does not feed anybody this week. Arrange the bridge as well.
6. Check after the first delivery whether it came and could be used.`,
  },
  {
    playbook: "playbook_housing_utilities",
    title: "Housing and Utilities Assistance",
    purpose: "Ordering housing and utility problems by urgency, and the paths that exist for each.",
    text: `Begin with the date on which something gets worse.

1. Sort: loss of home or of heat, power or water within days; notice received; burden that cannot last; wish to move.
2. For a shut-off, ask the utility for the exact amount, the date, medical protections and payment plans. Ask before you apply for anything else.
3. Assistance funds want bills, proof of income and identity, and take time. Ask what stops the clock meanwhile.
4. Subsidised housing means eligibility, applications for each list, and long waits. Record numbers and dates.
5. Adaptations at home may need the owner's consent as well as the patient's.
6. Confirm with the utility or landlord that the help has arrived.`,
  },
  {
    playbook: "playbook_insurance_coverage_navigation",
    title: "Insurance Coverage Navigation",
    purpose: "Working out who insures the patient, in which order, and what to do after a refusal.",
    text: `Many problems are one plan waiting for another.

1. Write down every cover with its exact kind, number and start date. Names on cards can mislead; the plan can tell you what the product is.
2. Establish which pays first. For two public programmes it is seldom a matter of choice.
3. Ask each plan only what it decides. Member lines, provider lines and agencies see different screens.
4. After a refusal, ask for the reason, the rule, the deadline and the ways to contest it. Something missing is mended faster than something appealed.
5. Changes of plan have seasons and effects; explain them before anybody agrees.
6. End with a statement the patient can use: who pays for what, from when.`,
  },
  {
    playbook: "playbook_medical_supply_access",
    title: "Medical Supply Access & Continuity",
    purpose: "Keeping supplies that are used up from running out.",
    text: `Supplies are a rhythm: a missed beat is a gap.

1. Ask what is left and for how many days it lasts.
2. Find the supplier of record, the order behind the supplies, its quantity and its end date.
3. Ask the supplier when the next shipment is due and what it waits for: a refill call, a renewed order, an address, cover.
4. If the order has run out, the prescriber renews it; if cover changed, the supplier may have to change too.
5. When the gap is closer than the shipment, ask for an interim supply.
6. Confirm that the parcel arrived with the right product, and when the next one starts.`,
  },
  {
    playbook: "playbook_medication_access",
    title: "Medication Access and Prescription Transfers",
    purpose: "How prescriptions move between prescriber, pharmacy and home.",
    text: `You coordinate; you do not advise on medicines. Questions about taking, stopping or combining go to the pharmacist or prescriber.

1. List medicine, strength, prescriber, pharmacy, refills and how many days are left, as the pharmacy has them.
2. Find the step that is stuck: no prescription, no refill, not covered, not collected, out of stock.
3. Transfers are asked for at the receiving pharmacy. Some prescriptions cannot be transferred and must be written again.
4. Delivery needs an address, a telephone that is answered and often a signature.
5. If two lists differ, hand the difference to a clinician; do not settle it yourself.
6. Confirm that the patient holds the medicine.`,
  },
  {
    playbook: "playbook_prior_authorization",
    title: "Prior Authorization",
    purpose: "Preparing a request for authorisation, following it, and contesting only what was refused.",
    text: `An authorisation is a decision by the plan on papers from the provider.

1. Ask the plan whether this item needs one, who may submit it, on which form, with which records.
2. The provider or supplier usually submits. Find the person there who does.
3. See that each field comes from a record: codes, dates, names, findings. An empty or guessed field costs days.
4. Note the reference, the date received and the time the plan has to decide. Ask again when that time has passed.
5. Requests for more information have deadlines of their own.
6. Appeal only after a refusal, with its reason in hand and within its time. An approval has an end date: see that the service is given before it.`,
  },
  {
    playbook: "playbook_records_forms_documents",
    title: "Records, Forms, and Document Routing",
    purpose: "Obtaining, completing and delivering papers so that they count.",
    text: `A document is useful when the right party has a readable copy.

1. Ask the holder how it is requested, what they need from you, how long it takes and how it is handed over.
2. Release of records needs the patient's permission, naming who gives, who receives and what.
3. Read what you receive before you rely on it.
4. In a form, each entry has a source you can name. Leave empty what you cannot support, and find it out. A statement that somebody did or knows something needs their word for it.
5. If a form comes back, correct just what was named, and send it again.
6. After sending, ask the receiver whether it arrived and was accepted.`,
  },
  {
    playbook: "playbook_transportation",
    title: "Medical Transportation (NEMT)",
    purpose: "How non-emergency rides are provided and what a booking needs.",
    text: `A ride is arranged with whoever runs the benefit, often not with the plan itself.

1. Ask the plan which company handles rides, how many are covered, how far, and how many days ahead.
2. Some benefits want an enrolment or a statement from a clinician first.
3. To book you need the patient's details, pick-up and destination, appointment time, mobility needs and companions.
4. Book only visits that are confirmed.
5. Take the booking number and how to call for the way home.
6. Have a second way ready, and confirm the day before.`,
  },
];
