/** Makes invented people: their cards, introductions, matches and notes, and the member who sees them. */
import { fieldRules, vocabulary } from "#/core/field-table";
import { optionalChoices } from "#/core/optional-choices";
import type { Schemas } from "./api";

type Person = Schemas["PersonCard"];
type Introduction = Schemas["IntroductionResponse"];
type Match = Schemas["MatchResponse"];

const dayMs = 24 * 60 * 60_000;

export const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

/** The members of a type that can have this value. */
type With<Value, Of> = { [Name in keyof Of as Value extends Of[Name] ? Name : never]: Value };

/** The fields that the server does not return, and the document that only some deployments ask for. */
const notInProfile: readonly string[] = ["latitude", "longitude", "ageProofFileName"];

const optionalFields = fieldRules.filter(({ required }) => !required);

/** The optional choices of a person, left open. */
const noChoices = Object.fromEntries(
  optionalChoices({ fieldRules: () => fieldRules, vocabulary: () => vocabulary }).map(
    ({ field }) => [field, null],
  ),
) as With<null, Person>;

export function personOf(person: Partial<Person> = {}): Person {
  return {
    nickname: "小美",
    age: 32,
    city: "TW-TPE",
    education: "MASTER",
    occupationType: "DESIGN",
    ...noChoices,
    employerVerified: true,
    employerName: null,
    achievement: "",
    aboutMe: "",
    dailyLife: "",
    surprisePoint: "",
    datingQuestion: "",
    personalityTagIds: [],
    hobbyTagIds: [],
    exerciseTagIds: [],
    petTagIds: [],
    marriageTypeTagIds: [],
    fertilityPlanTagIds: [],
    photos: [photoOf("a")],
    ...person,
  };
}

/** Returns a picture with an address from which the mock serves it. */
export const pictureOf = (fileId: string): Schemas["Picture"] => ({
  fileId,
  url: `/api/file/fetch/${fileId}?exp=1&sig=2`,
});

export const photoOf = (fileId: string): Schemas["PhotoResponse"] => ({
  ...pictureOf(fileId),
  thumbhash: "",
  width: 3,
  height: 4,
});

export function introductionOf(
  introductionId: string,
  {
    person,
    ...introduction
  }: Partial<Omit<Introduction, "person">> & { person?: Partial<Person> } = {},
): Introduction {
  return {
    introductionId,
    answer: null,
    day: "2026-11-24",
    expiresAt: inDays(5),
    person: personOf({ nickname: introductionId, ...person }),
    why: { conditions: [], sharedTagIds: [], distanceBand: "<25" },
    ...introduction,
  };
}

export function introductionsOf(
  all: readonly Introduction[],
  circle: Schemas["IntroductionsResponse"]["circle"] = { size: 50, without: [] },
): Schemas["IntroductionsResponse"] {
  return { day: "2026-11-24", nextAt: inDays(1), introductions: [...all], circle };
}

export function matchOf(
  matchId: string,
  { person, ...match }: Partial<Omit<Match, "person">> & { person?: Partial<Person> } = {},
): Match {
  return {
    matchId,
    answers: { mine: "", theirs: "" },
    asksIfMet: false,
    contact: { mine: false, theirs: null },
    lastNote: null,
    person: personOf({ nickname: matchId, ...person }),
    since: inDays(-1),
    unread: 0,
    ...match,
  };
}

export function noteOf(
  noteId: number,
  note: Partial<Schemas["NoteResponse"]> = {},
): Schemas["NoteResponse"] {
  return { noteId, mine: false, text: `note ${noteId}`, sentAt: inDays(0), ...note };
}

export const choices: Schemas["PrivacyBody"] = {
  hideFromColleagues: false,
  pausedUntil: null,
  readReceipts: false,
  showEmployer: false,
};

/** All optional answers of a profile, left empty. */
export const emptyProfile = {
  ...(Object.fromEntries(
    optionalFields
      .filter(({ field, measure }) => measure !== "items" && !notInProfile.includes(field))
      .map(({ field }) => [field, ""]),
  ) as With<"", Schemas["OwnProfile"]>),
  personalityTagIds: [],
  exerciseTagIds: [],
  hobbyTagIds: [],
  marriageTypeTagIds: [],
  petTagIds: [],
  recommendDistanceKm: 0,
  valueItem: [],
} satisfies Partial<Schemas["OwnProfile"]>;

/** Every answer that a profile must have, except its photos, and a link as proof of the employer. */
export const requiredAnswers = {
  nickname: "小明",
  name: "王小明",
  gender: "MALE",
  matchGender: "FEMALE",
  occupationType: "ENGINEERING",
  occupation: "Engineer",
  height: 175,
  incomeRange: "FROM_100_TO_150",
  birthday: "1992-04-05",
  education: "MASTER",
  marriageRecord: false,
  hasChildren: false,
  smoke: false,
  tattoo: false,
  drink: true,
  aboutMe: "I like long walks and short meetings.",
  fertilityPlanTagIds: [501],
  city: "TW-TPE",
  verifyMethod: "LINK",
  reviewLink: "https://www.example.com/in/me",
} satisfies Partial<Schemas["OwnProfile"]>;

export function profileOf(profile: Partial<Schemas["OwnProfile"]> = {}): Schemas["OwnProfile"] {
  return {
    ...emptyProfile,
    ...requiredAnswers,
    hobbyTagIds: [301, 302],
    photoNameList: [fileName("a"), fileName("b")],
    ...profile,
  };
}

/** The answer about changes while none waits for a reviewer. */
export const noChanges: Schemas["ProfileChangesResponse"] = {
  changes: null,
  photos: [],
  proposedAt: null,
  latestDecision: null,
};

/** Returns a file name in the form in which our server makes them. */
export const fileName = (digit: string, extension = "png") => `${digit.repeat(32)}.${extension}`;

/** Returns the account data of the member who uses the app. */
export function infoOf(info: Partial<Schemas["MyInfoResponse"]> = {}): Schemas["MyInfoResponse"] {
  const profile = info.profile ?? profileOf();
  return {
    userId: "U1",
    nickname: profile.nickname,
    reviewStatus: "APPROVED",
    avatar: null,
    profile,
    photos: profile.photoNameList.map(photoOf),
    review: { reasons: [] },
    waiting: null,
    ...info,
  };
}

/** Returns an invented person. Numbers beyond the list give the same people again, with other ages and answers. */
export function inventedPerson(number: number): Person {
  const [nickname, occupationType, city, aboutMe] = people[
    number % people.length
  ] as (typeof people)[number];
  return personOf({
    ...{ nickname, occupationType, city, aboutMe },
    age: 27 + ((number * 5) % 13),
    mbti: number % 2 === 0 ? "INFJ" : "ENTP",
    employerName: number % 3 === 0 ? "Google" : null,
    education: number % 2 === 0 ? "MASTER" : "BACHELOR",
    dailyLife: number % 2 === 0 ? "早上游泳，晚上看書。" : "Coffee, then a walk.",
    datingQuestion: number % 2 === 0 ? "海邊還是山上？" : "What made you laugh today?",
    hobbyTagIds: [301, 302 + (number % 6), 310 + (number % 20)],
    personalityTagIds: [101 + (number % 8), 110],
    exerciseTagIds: [201 + (number % 20)],
    fertilityPlanTagIds: [501 + (number % 3)],
    photos: ["1", "2", "3"].slice(0, 1 + (number % 3)).map((n) => photoOf(`person${number}-${n}`)),
  });
}

const people = [
  ["小晴", "DESIGN", "TW-TPE", "畫畫的時候最安靜，也最快樂。"],
  ["Vivian", "PRODUCT", "TW-NWT", "I plan trips that never go to plan."],
  ["安安", "RESEARCH", "TW-HSZ", "研究細胞，也研究哪家麵包好吃。"],
  ["さくら", "DATA", "JP-13", "台湾に来て三年、まだ夜市に通っています。"],
  ["Rita", "LEGAL", "TW-TXG", "白天看合約，晚上打羽球。"],
  ["小雨", "HARDWARE", "TW-TAO", "會修收音機，不會修感情，所以想慢慢來。"],
  ["Joanne", "FINANCE", "TW-KHH", "把數字排好，也把日子排好。"],
  ["阿敏", "MANAGEMENT", "TW-TNN", "喜歡老房子和新朋友。"],
] as const;
