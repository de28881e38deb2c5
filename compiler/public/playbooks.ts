/** General procedure that every agent may load; it knows no case (paper, appendix E). */
export interface Playbook {
  readonly playbook: string;
  readonly title: string;
  readonly purpose: string;
  readonly text: string;
}

const playbook = (id: string, title: string, purpose: string, text: string): Playbook => ({
  playbook: `playbook_${id}`,
  title,
  purpose,
  text,
});

/** The catalogue, in the order in which every agent sees it. */
export const PLAYBOOKS: readonly Playbook[] = [
  playbook(
    "close_the_loop",
    "Close the loop",
    "Confirm an outcome with whoever makes it final before calling it done.",
    "A promise is not an outcome. Write down who said what and by when it should happen. When that time has passed, ask the party that makes it final, and where something reaches the patient, ask the patient too. Report only what was confirmed. If it did not happen, ask why, and agree on the next step and its date.",
  ),
  playbook(
    "coverage_eligibility_check",
    "Check coverage first",
    "Make sure a service is covered and a provider takes the plan before sending anyone there.",
    "Have the member's identifiers ready before calling a plan. Ask which plan pays first and which second. Ask whether the item is covered, what must be shown, and which suppliers or clinics are in the network. Ask the supplier as well: a directory can be out of date. Only then arrange anything.",
  ),
  playbook(
    "establish_authority_and_consent",
    "Permission for each recipient",
    "Tell public research apart from work on the patient's behalf, and get the permission that each step needs.",
    "Looking up a public number needs nobody's permission. Speaking about a patient does. A general yes to help is no permission to talk to a given office: ask for each recipient and each purpose, and for anything to be sent, signed or cancelled. Get the permission before the exchange, never after it, and do not stretch it to another recipient.",
  ),
  playbook(
    "identity_and_intake",
    "Identity and intake",
    "Collect identifiers and needs once, and use them the same way everywhere.",
    "Read what is on file before asking the patient again. Note name, date of birth, member numbers, address and the best time to call. Have the patient confirm what is needed in their own words. Give each party the same values; if two sources differ, clear it up before going on.",
  ),
  playbook(
    "sensitive_info_handling",
    "Sensitive information",
    "Share no more than the task needs, over a way that was verified.",
    "Before sharing, ask what the recipient really needs and whether a less sensitive identifier will do. Check that the number, portal or address belongs to the recipient. Nothing about the patient belongs in a request to a party that has no part in the case.",
  ),
  playbook(
    "appointment_provider_coordination",
    "Finding and seeing a provider",
    "Match a provider to the patient's access needs and cover, then make the visit happen.",
    "Ask about language, distance, stairs and transport. Check that the provider takes new patients and the plan. Ask what has to arrive before the visit: referral, records, forms. Book, confirm the time with the patient, and check on the day after whether the visit took place.",
  ),
  playbook(
    "dme_mobility_equipment",
    "Equipment for the home",
    "How walkers, chairs and similar equipment are prescribed, approved and delivered.",
    "Find out exactly what is needed and why the present device will not do. Equipment usually takes a prescriber, a plan and a supplier, each with papers of their own: an order, a note of the visit, sometimes proof that a repair is not possible. Ask each what it waits for. Think of the time until delivery: is the patient safe?",
  ),
  playbook(
    "food_nutrition_meals",
    "Food and meals",
    "Which kinds of food help exist and how to match them to a household.",
    "Ask how soon food runs out, who cooks, and what the patient may not eat. Pantries help at once, benefits last longer, delivered meals help those who cannot shop. Each has its own rules on age, income, address and papers. Ask what to bring, when it is open and how long the list is.",
  ),
  playbook(
    "housing_utilities",
    "Housing and utility bills",
    "Take the most urgent notice first and learn what each kind of help asks for.",
    "Look at the dates on notices. A shut-off or a court date comes before anything else. Ask the company about a payment plan and a medical hold, then the relief programmes about income proof, bills and waiting time. Keep copies of what was sent and to whom.",
  ),
  playbook(
    "insurance_coverage_navigation",
    "Several payers, denials and barriers",
    "Find out how a patient's plans fit together and what to do when one says no.",
    "Establish every plan, who pays first, and since when. When something is refused, ask for the reason and the rule, what would change the decision, and until when. Have the party that knows the clinical need supply the missing paper. Do not argue what you were not told.",
  ),
  playbook(
    "medical_supply_access",
    "Supplies that run out",
    "Keep ongoing supplies coming: who supplies, how often, and how a gap is bridged.",
    "Ask how many days are left. Find the supplier on record and when the next shipment is due. If an order lapsed, ask what it needs to go on: a renewal, an address, a confirmation. Ask about a bridge supply before the old one ends.",
  ),
  playbook(
    "medication_access",
    "Getting medicines",
    "How prescriptions are filled, moved between pharmacies and delivered.",
    "Never give advice on a dose: that belongs to the prescriber or the pharmacist. Ask what is on file, what is ready and what is held up. A transfer is asked of the receiving pharmacy. Report side effects and conflicts to the prescriber the same day, and confirm that somebody has taken it up.",
  ),
  playbook(
    "prior_authorization",
    "Prior authorisation",
    "Take a request for approval from start to decision.",
    "Ask the plan for the form, the criteria and where to send it. Ask the prescriber for the notes that show them. Fill in only what was confirmed. Note the reference, ask when a decision is due and check then. Appeal only what was denied, with what was missing.",
  ),
  playbook(
    "records_forms_documents",
    "Records and forms",
    "How records and forms move between offices, and how to know that they arrived.",
    "Ask the owner of a record how it is requested and how long it takes. A release needs the patient's permission for that recipient. Fill in every field from its source; leave out or ask about what you do not know, and tick nothing that was not said. Ask the recipient whether it arrived and can be read.",
  ),
  playbook(
    "transportation",
    "Rides to care",
    "How rides to medical visits are granted, booked and backed up.",
    "Ask the plan whether rides are a benefit, who runs them, how many and how far. Booking needs the day, the time, both addresses and aids such as a wheelchair, often some days ahead. Confirm the ride the day before and agree on what the patient does if it does not come.",
  ),
];
