/**
 * Given names and the short forms people use for them, the full form first. Written for this project; `f` and `m` say whose
 * name it mostly is, `n` that it is either's.
 */
const LINES = `
m William Bill Will Billy Willie Liam
m Robert Bob Rob Bobby Robbie Bert
m Richard Dick Rick Rich Ricky Richie
m James Jim Jimmy Jamie Jem
m John Jack Johnny Jon
m Joseph Joe Joey Jos
m Thomas Tom Tommy Thom
m Michael Mike Mick Mikey Mickey
m Charles Charlie Chuck Chas Chip
m Edward Ed Ted Eddie Ned Teddy
m Daniel Dan Danny
m David Dave Davy
m Stephen Steve Stevie
m Steven Steve Stevie
m Andrew Andy Drew
m Anthony Tony Ant
m Benjamin Ben Benny Benji
m Christopher Chris Kit Topher
m Matthew Matt Matty
m Nicholas Nick Nicky
m Patrick Pat Paddy
m Peter Pete
m Philip Phil
m Raymond Ray
m Ronald Ron Ronnie
m Donald Don Donnie
m Kenneth Ken Kenny
m Lawrence Larry Laurie
m Samuel Sam Sammy
m Timothy Tim Timmy
m Walter Walt Wally
m Frederick Fred Freddie Fritz
m Francis Frank Frankie
m Franklin Frank
m George Georgie
m Gerald Gerry Jerry
m Gregory Greg
m Henry Hank Harry Hal
m Jeffrey Jeff
m Jonathan Jon Jonny
m Joshua Josh
m Leonard Len Lenny Leo
m Nathaniel Nate Nat Nathan
m Russell Russ Rusty
m Stanley Stan
m Theodore Ted Theo Teddy
m Vincent Vince Vinny
m Zachary Zach Zack
m Alexander Alex Sandy Xander Alec
m Albert Al Bert Bertie
m Alfred Fred Alf Alfie
m Arthur Art Artie
m Eugene Gene
m Harold Hal Harry
m Jacob Jake
m Manuel Manny
m Jose Pepe
m Abraham Abe
f Elizabeth Liz Beth Betty Lizzie Eliza Betsy Libby Bess
f Margaret Maggie Meg Peggy Peg Marge Greta Margie
f Katherine Kathy Kate Katie Kat Kay Kit Kitty
f Catherine Cathy Kate Katie Cat Cate
f Kathleen Kathy Kath
f Patricia Pat Patty Tricia Trish Patsy
f Jennifer Jen Jenny Jenn
f Susan Sue Suzie Susie
f Deborah Deb Debbie
f Barbara Barb Barbie Babs
f Dorothy Dot Dottie Dolly
f Dolores Lola Dolly
f Rebecca Becky Becca
f Jessica Jess Jessie
f Victoria Vicky Vic Tori
f Christina Chris Tina Chrissy
f Christine Chris Tina Chrissy
f Alexandra Alex Sandra Lexi Sandy
f Samantha Sam Sammy
f Jacqueline Jackie
f Pamela Pam
f Sandra Sandy
f Cynthia Cindy
f Theresa Terry Tess Tessa
f Virginia Ginny Ginger
f Frances Fran Fanny Francie
f Eleanor Ellie Nell Nora
f Josephine Jo Josie
f Judith Judy Jude
f Abigail Abby
f Amanda Mandy
f Angela Angie
f Constance Connie
f Florence Flo
f Gwendolyn Gwen
f Isabella Bella Izzy
f Madeline Maddie
f Marjorie Marge Margie
f Melissa Mel Missy
f Natalie Nat
f Penelope Penny
f Priscilla Cilla
f Rosemary Rose Rosie
f Roberta Bobbie
f Stephanie Steph
f Suzanne Sue Suzie
f Valerie Val
f Veronica Ronnie
f Wilhelmina Billie Mina
f Guadalupe Lupe
f Evelyn Evie
f Charlotte Charlie Lottie
f Nancy Nan
f Ann Annie Nan
f Mary Molly Polly Mae
`;

export interface NameFamily {
  gender: "f" | "m";
  full: string;
  short: readonly string[];
}

/** Every full given name with its short forms. */
export const NAME_FAMILIES: readonly NameFamily[] = LINES.trim()
  .split("\n")
  .map((line) => {
    const [gender, full, ...short] = line.split(" ");
    return { gender: gender === "f" ? "f" : "m", full: full!, short };
  });

const byName = new Map<string, NameFamily[]>();
for (const family of NAME_FAMILIES)
  for (const name of [family.full, ...family.short]) {
    const key = name.toLowerCase();
    byName.set(key, [...(byName.get(key) ?? []), family]);
  }

/** The families a given name (in small letters) belongs to: "pat" is of Patrick's and of Patricia's. */
export const nameFamilies = (base: string): readonly NameFamily[] => byName.get(base) ?? [];

/** Whether one may be the short form of the other, or both of a third: "bill" and "william". */
export const sameGivenName = (a: string, b: string): boolean =>
  a === b || nameFamilies(a).some((family) => nameFamilies(b).includes(family));
