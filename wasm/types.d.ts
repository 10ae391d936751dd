// Generated from the Rust types of enmusubi-core. Do not edit.

/** A photo slot of the form: an upload's name, a file picked and not uploaded yet, or empty. */
export type PhotoSlot = string | { picked: true } | null;

/** A row of the form's conditions; without `selected` it is switched on. */
export type ConditionDraft = {
  type?: ConditionType | null;
  selected?: boolean | string | null;
  /** The lower bound of a range; 0 or absent is open. */
  from?: number | string | null;
  /** The upper bound of a range; 0 or absent is open. */
  to?: number | string | null;
  /** The wanted value of any other condition. */
  value?: boolean | string | null;
};

/** The answers in the form: any may be missing, and numbers and booleans may be text. */
export type ProfileDraft = {
  /** The version of the build that wrote it; absent in a payload. */
  schemaVersion?: number | null;
  /** The LINE user id: `U` and 32 lower-case hexadecimal digits. */
  account?: string | null;
  /** The LINE user id again, equal to `account`; an identifier, not a secret. */
  password?: string | null;
  /** The name that others see: 1–20 characters, at least one of them visible. */
  nickname?: string | null;
  /** The person's real name, for reviewers: 1–50 characters, at least one of them visible. */
  name?: string | null;
  /** The person's gender. */
  gender?: Gender | "" | null;
  /** The gender of the people whom the person would like to meet. */
  matchGender?: MatchGender | "" | null;
  /** The field they work in. */
  occupationType?: OccupationType | "" | null;
  /** Their job title: 1–50 characters. */
  occupation?: string | null;
  /** Something they are proud of at work: up to 200 characters, line feeds allowed. */
  achievement?: string | null;
  /** Body height: 120–230 whole centimetres. */
  height?: number | string | null;
  /** The bracket of their yearly income, in 10,000s of the currency in which the server's members earn. */
  incomeRange?: IncomeRange | "" | null;
  /** The day they were born, a real date written `YYYY-MM-DD`: 18–99 whole calendar years ago. */
  birthday?: string | null;
  /** The school they went to: up to 100 characters. */
  school?: string | null;
  /** Their highest level of education. */
  education?: Education | "" | null;
  /** True if they have been married before. */
  marriageRecord?: boolean | string | null;
  /** True if they have children. */
  hasChildren?: boolean | string | null;
  /** True if they smoke. */
  smoke?: boolean | string | null;
  /** True if they have a tattoo. */
  tattoo?: boolean | string | null;
  /** True if they drink. */
  drink?: boolean | string | null;
  /** Their description of themselves: 10–1000 characters, line feeds allowed. */
  aboutMe?: string | null;
  /** Tags of their personality: at most 10 of the catalogue, each once. */
  personalityTagIds?: (number | string)[] | null;
  /** Tags of the sport they do: at most 10 of the catalogue, each once. */
  exerciseTagIds?: (number | string)[] | null;
  /** Tags of their hobbies: at most 10 of the catalogue, each once. */
  hobbyTagIds?: (number | string)[] | null;
  /** Tags of the marriage they have in mind: at most 10 of the catalogue, each once. */
  marriageTypeTagIds?: (number | string)[] | null;
  /** Their one tag about having children: exactly one of the catalogue. */
  fertilityPlanTagIds?: (number | string)[] | number | string | null;
  /** Tags about pets: at most 10 of the catalogue, each once. */
  petTagIds?: (number | string)[] | null;
  /** A question they would like to be asked: up to 500 characters, line feeds allowed. */
  datingQuestion?: string | null;
  /** An ordinary day of their life: up to 500 characters, line feeds allowed. */
  dailyLife?: string | null;
  /** Something surprising about them: up to 500 characters, line feeds allowed. */
  surprisePoint?: string | null;
  /** The code of the city they live in, from the catalogue (ISO 3166-2). */
  city?: string | null;
  /** The address in the city, in words: up to 200 characters. */
  address?: string | null;
  /** Degrees north, −90 to 90; with `longitude` or not at all. */
  latitude?: number | string | null;
  /** Degrees east, −180 to 180; with `latitude` or not at all. */
  longitude?: number | string | null;
  /** The largest distance to the people they meet: 10–500 whole kilometres, or 0 for any distance. */
  recommendDistanceKm?: number | string | null;
  /** Their feedback about the form: up to 500 characters, line feeds allowed. */
  feedback?: string | null;
  /** Their Myers–Briggs type: one of the sixteen in upper case. */
  mbti?: Mbti | "" | null;
  /** The way they prove where they work. */
  verifyMethod?: VerifyMethod | "" | null;
  /** The employer, by its id in the list; required with `WORK_EMAIL`. */
  employerId?: string | null;
  /** A public page that proves the employment: an absolute https URL of up to 500 characters; required with `LINK`, ignored with another method. */
  reviewLink?: string | null;
  /** The uploaded document that proves it: 32 lower-case hexadecimal digits and `.jpg` or `.png` (of earlier versions also `.webp` or `.pdf`), in no other field; required with `DOCUMENT`, ignored with another method. */
  verifyTempFileName?: PhotoSlot | null;
  /** A note about the proof, for the reviewer: up to 500 characters, line feeds allowed. */
  verifyDescription?: string | null;
  /** The uploaded photo of a document with the birthday: named like `verifyTempFileName`, in no other field; required where the server asks for a proof of age, ignored elsewhere and once a reviewer has checked this birthday. */
  ageProofFileName?: PhotoSlot | null;
  /** The uploaded photos, in order: 1–6 names of 32 lower-case hexadecimal digits and `.jpg` or `.png` (of earlier versions also `.webp`), each once and in no other field. */
  photoNameList?: PhotoSlot[] | null;
  /** The matching conditions: at most 9, one of each type. */
  valueItem?: ConditionDraft[] | null;
};

/** A condition with its data. Bounds are inclusive, and 0 is an open bound. */
export type Condition =
  | { type: "HEIGHT" | "AGE" | "INCOME"; from: number; to: number }
  | { type: "EDUCATION"; value: Education }
  | { type: "MARRIAGE_RECORD" | "HAS_CHILDREN" | "SMOKE" | "TATTOO" | "DRINK"; value: boolean };

/** The place of a value: a field, an entry of its list, or a part of a condition. */
export type FieldPath =
  | Field
  | `${"personalityTagIds" | "exerciseTagIds" | "hobbyTagIds" | "marriageTypeTagIds" | "fertilityPlanTagIds" | "petTagIds" | "photoNameList" | "valueItem"}[${number}]`
  | `valueItem[${number}].${"type" | "from" | "to" | "value" | "selected"}`;

/**
 * The kind of a rejection. Codes are stable: none is renumbered or reused. A server has
 * codes of its own beside these, such as one for a missing login. A new kind would be a breaking change, because a
 * server must decide its status.
 */
export type RejectionCode = "E002" | "E006" | "E008" | "E009" | "E500";

/** A language in which the service speaks to people, as a BCP 47 tag. */
export type Language = "zh-TW" | "ja" | "en";

/** The rule that a value breaks. */
export type FieldErrorCode = "required" | "wrong_type" | "control_character" | "not_an_integer" | "length" | "range" | "too_many" | "duplicate" | "unknown_value" | "unknown_tag" | "line_user_id" | "mismatch" | "date" | "under_age" | "over_age" | "url" | "line_contact" | "invisible" | "upload_name" | "upload_missing" | "incomplete_pair" | "condition_shape" | "range_reversed" | "email_unconfirmed" | "email" | "email_domain" | "confirmation_code";

/** The limits that a message may mention; never the text that the user typed. */
export type Params = {
  /** The smallest accepted value, length or age. */
  min?: number;
  /** The largest accepted value, length, age or count. */
  max?: number;
};

/** A broken rule with its place and its limits, such as `height`, `range` and 120 to 230. */
export type FieldError = {
  /** The place of the value. */
  path: FieldPath;
  /** The broken rule. */
  code: FieldErrorCode;
  /** The limits of the rule. */
  params: Params;
};

/** The reason why a document was not accepted: one code and, if that is `E002`, every broken rule. */
export type Rejection = {
  /** The kind of rejection. */
  code: RejectionCode;
  /** The broken rules, in the order of the payload and at most one for each path; empty unless the code is `E002`. */
  fields: Array<FieldError>;
  /**
   * The byte, counted from 0, at which a text stops being JSON, or at which JSON is nested too deep. Absent for a text
   * that is too long or is not UTF-8, for JSON that is no object, for an object of JavaScript, and with any code but
   * `E009`.
   */
  position?: number;
};

/** A field of the payload, with its name on the wire. Errors come in the order of the fields. */
export type Field = "account" | "password" | "nickname" | "name" | "gender" | "matchGender" | "occupationType" | "occupation" | "achievement" | "height" | "incomeRange" | "birthday" | "school" | "education" | "marriageRecord" | "hasChildren" | "smoke" | "tattoo" | "drink" | "aboutMe" | "personalityTagIds" | "exerciseTagIds" | "hobbyTagIds" | "marriageTypeTagIds" | "fertilityPlanTagIds" | "petTagIds" | "datingQuestion" | "dailyLife" | "surprisePoint" | "city" | "address" | "latitude" | "longitude" | "recommendDistanceKm" | "feedback" | "mbti" | "verifyMethod" | "employerId" | "reviewLink" | "verifyTempFileName" | "verifyDescription" | "ageProofFileName" | "photoNameList" | "valueItem";

/** The unit of a `FieldRule`'s `min` and `max`. */
export type Measure = "characters" | "value" | "years" | "items" | "choice";

/** The people who see the answer of an approved member. */
export type Visibility = "shown" | "derived" | "matching" | "reviewers";

/** The rule of a field that a form shows before the person types. */
export type FieldRule = {
  /** The field. */
  field: Field;
  /**
   * True if the field is required whatever the other answers are. The description of a field says whether another
   * answer makes it required.
   */
  required: boolean;
  /** The people who see the answer. */
  visibility: Visibility;
  /** The unit of the limits. */
  measure: Measure;
  /** The smallest accepted number; 0 is accepted too for `recommendDistanceKm`. */
  min?: number;
  /** The largest accepted number. */
  max?: number;
};

/** A person's gender. */
export type Gender = "MALE" | "FEMALE" | "NON_BINARY";

/** The gender of the people whom a person would like to meet. */
export type MatchGender = "MALE" | "FEMALE" | "NON_BINARY" | "ANY";

/** The field a person works in. */
export type OccupationType = "ENGINEERING" | "DATA" | "PRODUCT" | "DESIGN" | "HARDWARE" | "MANUFACTURING" | "RESEARCH" | "SALES_MARKETING" | "FINANCE" | "PEOPLE_ADMIN" | "LEGAL" | "MANAGEMENT" | "OTHER";

/** Yearly income in units of 10,000 of the currency in which a server's members earn. */
export type IncomeRange = "UNDER_50" | "FROM_50_TO_100" | "FROM_100_TO_150" | "FROM_150_TO_200" | "FROM_200_TO_300" | "FROM_300_TO_500" | "OVER_500" | "UNDISCLOSED";

/** The highest level of education finished, lowest first. */
export type Education = "HIGH_SCHOOL" | "ASSOCIATE" | "BACHELOR" | "MASTER" | "DOCTORATE";

/** The ways to prove an employment. */
export type VerifyMethod = "WORK_EMAIL" | "DOCUMENT" | "LINK";

/** The sixteen Myers–Briggs types. */
export type Mbti = "INTJ" | "INTP" | "ENTJ" | "ENTP" | "INFJ" | "INFP" | "ENFJ" | "ENFP" | "ISTJ" | "ISFJ" | "ESTJ" | "ESFJ" | "ISTP" | "ISFP" | "ESTP" | "ESFP";

/** The nine types of matching conditions, in an order that servers store: a new type goes to the end. */
export type ConditionType = "HEIGHT" | "AGE" | "INCOME" | "EDUCATION" | "MARRIAGE_RECORD" | "HAS_CHILDREN" | "SMOKE" | "TATTOO" | "DRINK";

/** Every list of words in a form, in the order the form shows them. */
export type Vocabulary = {
  /** `Gender` */
  gender: Array<Gender>;
  /** `MatchGender` */
  matchGender: Array<MatchGender>;
  /** `OccupationType` */
  occupationType: Array<OccupationType>;
  /** `IncomeRange` */
  incomeRange: Array<IncomeRange>;
  /** `Education` */
  education: Array<Education>;
  /** `VerifyMethod` */
  verifyMethod: Array<VerifyMethod>;
  /** `Mbti` */
  mbti: Array<Mbti>;
  /** `ConditionType` */
  conditionType: Array<ConditionType>;
};

/** The profile as the wire has it. Optional texts that were not given are empty. */
export type UserProfileCreate = {
  /** The LINE user id. */
  account: string;
  /** The LINE user id again; an identifier, not a secret. */
  password: string;
  /** The name others see. */
  nickname: string;
  /** The real name, for reviewers. */
  name: string;
  /** The person's gender. */
  gender: Gender;
  /** The gender of the people they would like to meet. */
  matchGender: MatchGender;
  /** The field they work in. */
  occupationType: OccupationType;
  /** Their job title. */
  occupation: string;
  /** Something they are proud of at work. */
  achievement: string;
  /** Body height in centimetres. */
  height: number;
  /** The bracket of their yearly income. */
  incomeRange: IncomeRange;
  /** The day they were born, `YYYY-MM-DD`. */
  birthday: string;
  /** The school they went to. */
  school: string;
  /** Their highest level of education. */
  education: Education;
  /** True if they have been married before. */
  marriageRecord: boolean;
  /** True if they have children. */
  hasChildren: boolean;
  /** True if they smoke. */
  smoke: boolean;
  /** True if they have a tattoo. */
  tattoo: boolean;
  /** True if they drink. */
  drink: boolean;
  /** Their description of themselves. */
  aboutMe: string;
  /** Tags of their personality. */
  personalityTagIds: Array<number>;
  /** Tags of the sport they do. */
  exerciseTagIds: Array<number>;
  /** Tags of their hobbies. */
  hobbyTagIds: Array<number>;
  /** Tags of the marriage they have in mind. */
  marriageTypeTagIds: Array<number>;
  /** Their one tag about having children. */
  fertilityPlanTagIds: Array<number>;
  /** Tags about pets. */
  petTagIds: Array<number>;
  /** A question they would like to be asked. */
  datingQuestion: string;
  /** An ordinary day of their life. */
  dailyLife: string;
  /** Something surprising about them. */
  surprisePoint: string;
  /** The code of the city they live in. */
  city: string;
  /** The address in the city, in words. */
  address: string;
  /** Degrees north; nothing if the person gave the city alone. */
  latitude: number | null;
  /** Degrees east; nothing if the person gave the city alone. */
  longitude: number | null;
  /** The largest distance to the people they meet, in kilometres; 0 is any distance. */
  recommendDistanceKm: number;
  /** Their feedback about the form. */
  feedback: string;
  /** Their Myers–Briggs type, or empty. */
  mbti: Mbti | "";
  /** The way they prove where they work. */
  verifyMethod: VerifyMethod;
  /** The employer's id, or empty. */
  employerId: string;
  /** A public page that proves the employment, or empty. */
  reviewLink: string;
  /** The uploaded document that proves it, or empty. */
  verifyTempFileName: string;
  /** A note about the proof, for the reviewer. */
  verifyDescription: string;
  /**
   * The uploaded photo of a document with the birthday, or empty. It is left out of the JSON when it is empty:
   * most servers ask for none, and a reviewer's decision deletes it.
   */
  ageProofFileName?: string;
  /** The uploaded photos, in order. */
  photoNameList: Array<string>;
  /** The matching conditions, each with data. */
  valueItem: Array<Condition>;
};

/** The status of a profile in review. */
export type ReviewStatus = "PENDING" | "IN_REVIEW" | "APPROVED" | "NEEDS_INFO" | "REJECTED" | "SUSPENDED";

/** The codes of the reasons that a reviewer gives for a decision. */
export type ReasonCode = "unclear" | "another_person" | "mismatch" | "outdated" | "incomplete" | "inappropriate" | "contact_details" | "other";

/** The documents by which a reviewer checks an age. Each shows the birthday, its own name and its issuer. */
export type AgeDocument = "DRIVING_LICENCE" | "INSURANCE_CARD" | "PASSPORT" | "RESIDENT_CARD" | "IDENTITY_CARD" | "STUDENT_CARD" | "OTHER";

/** A tag. */
export type Tag = {
  /** The number on the wire. */
  id: number;
  /** The word that names it in message catalogues. */
  key: string;
};

/** The tags of one field. */
export type TagGroup = {
  /** The group's name. */
  group: string;
  /** The field whose tags these are. */
  field: Field;
  /** The tags. */
  tags: Array<Tag>;
};

/** A city. */
export type City = {
  /** ISO 3166-2. */
  code: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** The English name. */
  en: string;
  /** The name in the local language. */
  local: string;
  /** The local name as Japanese writes it: 臺北市 and 新竹縣 are 台北市 and 新竹県. */
  japanese: string;
  /** Degrees north of the seat of government, rounded to 0.01. */
  latitude: number;
  /** Degrees east of the seat of government, rounded to 0.01. */
  longitude: number;
};

/** Tags and cities. */
export type Catalogue = {
  /** The groups of tags. */
  tagGroups: Array<TagGroup>;
  /** The cities a person can live in. */
  cities: Array<City>;
};

/** An employer in the list. */
export type Employer = {
  /** The id on the wire. */
  id: string;
  /** The name shown. */
  name: string;
  /** The domains of its mailboxes; their sub-domains belong to it too. */
  domains: Array<string>;
  /** The icon's name in an icon set; the form shows a letter tile for an employer without one. */
  icon: string | null;
};

/** The reason why a start address leads to no place in this app. */
export type DeepLinkError = "too_long" | "encoding" | "control_character" | "foreign" | "dot_segment";

/** The rule that messages break. */
export type MessageErrorCode = "wrong_type" | "count" | "message_type";

/** The reason why `liff.openWindow` would refuse its argument. */
export type OpenWindowError = "wrong_type" | "url" | "external";
