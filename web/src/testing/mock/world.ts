/** Everything that the mock of our server knows of one member and the people around them. */
import { refusal, type Schemas } from "./api";
import { Clock } from "./clock";
import * as people from "./people";
import { type Decision, Queue, sectionOf } from "./queue";

export interface Start {
  member: "newcomer" | "inReview" | "asked" | "approved" | "rejected";
  day: "people" | "empty";
  console: "lead" | "reviewer" | "signedOut";
}

export const starts: { readonly [Name in keyof Start]: readonly Start[Name][] } = {
  member: ["approved", "newcomer", "inReview", "asked", "rejected"],
  day: ["people", "empty"],
  console: ["lead", "reviewer", "signedOut"],
};

interface Conversation {
  match: Schemas["MatchResponse"];
  notes: Schemas["NoteResponse"][];
  /** The latest note that the member has read. */
  readTo: number;
}

/** The state. All of it begins again with a new start. */
class State extends Clock {
  /** Null for a person without an account. */
  info: Schemas["MyInfoResponse"] | null = null;
  introductions: Schemas["IntroductionResponse"][] = [];
  /** The introductions whose person has said yes. */
  yeses = new Set<string>();
  conversations: Conversation[] = [];
  news: Schemas["NewsEntry"][] = [];
  blocks: Schemas["BlockResponse"][] = [];
  privacy = people.choices;
  messages: Schemas["MessageChoicesBody"] = {
    ...{ introductions: true, matches: true, notes: true, reviews: true, isReachable: true },
    ...{ quietFrom: "22:00", quietUntil: "08:00" },
  };
  changes = people.noChanges;
  mails: Schemas["ShownMail"][] = [];
  /** The employer whose mailbox has a code. */
  codeFor = "google";
  uploads = new Map<string, Blob>();
  /** The answers to calls with an idempotency key. */
  protected kept = new Map<string, unknown>();
}

export class World extends State {
  readonly queue = new Queue(this);

  constructor(start: Start) {
    super();
    this.restart(start);
  }

  restart({ member, day, console }: Start): void {
    Object.assign(this, new State());
    this.queue.restart(console);
    if (member !== "newcomer") this.#fillAccount(member, day);
  }

  /** Makes the answer of an idempotency key once. */
  once<Answer>(key: string | null, make: () => Answer): Answer {
    if (key === null) return make();
    if (!this.kept.has(key)) this.kept.set(key, make());
    return this.kept.get(key) as Answer;
  }

  /** Returns the member's account. Throws E001A without one. */
  member(): Schemas["MyInfoResponse"] {
    if (!this.info) throw refusal("E001A");
    return this.info;
  }

  /** Returns the account of an approved member. Throws E008 for another. */
  approved(): Schemas["MyInfoResponse"] {
    const info = this.member();
    if (info.reviewStatus !== "APPROVED") throw refusal("E008");
    return info;
  }

  /** Returns the item for which the condition holds. Throws E003 without one. */
  find<Item>(items: Iterable<Item>, isWanted: (item: Item) => boolean): Item {
    this.approved();
    for (const item of items) if (isWanted(item)) return item;
    throw refusal("E003");
  }

  conversation(id: string): Conversation {
    return this.find(this.conversations, ({ match }) => match.matchId === id);
  }

  tell(kind: Schemas["NewsKind"], more: Partial<Schemas["NewsEntry"]> = {}): void {
    const entry = { newsId: String(this.newId()), kind, at: this.now(), isRead: false, ...more };
    this.news = [entry, ...this.news];
  }

  addNote(conversation: Conversation, text: string, mine: boolean): Schemas["NoteResponse"] {
    const note = people.noteOf(conversation.notes.length + 1, { text, mine, sentAt: this.now() });
    conversation.notes.push(note);
    return note;
  }

  addMatch(
    { introductionId, person }: Schemas["IntroductionResponse"],
    answers = "",
  ): Conversation {
    const match = people.matchOf(introductionId, {
      person,
      since: this.now(),
      answers: { mine: answers, theirs: "你的照片讓我笑了。" },
    });
    const conversation: Conversation = { match, notes: [], readTo: 0 };
    this.conversations = [conversation, ...this.conversations];
    this.introductions = this.introductions.filter((one) => one.introductionId !== introductionId);
    this.tell("MATCH", { matchId: introductionId });
    return conversation;
  }

  /** Introduces the next people, of whom the first two say yes. */
  addDay(count: number): void {
    const day = this.now().slice(0, 10);
    for (let n = 0; n < count; n += 1) {
      const number = this.introductions.length + this.conversations.length;
      const introductionId = `introduction-${this.newId()}`;
      if (n < 2) this.yeses.add(introductionId);
      this.introductions.push({
        ...people.introductionOf(introductionId, { day, expiresAt: this.now(5 * 86_400_000) }),
        person: people.inventedPerson(number),
        why: { conditions: ["SMOKE"], sharedTagIds: [301, 302], distanceBand: "<10" },
      });
    }
    this.tell("INTRODUCTIONS", { day });
  }

  /** Puts the member's profile into the queue, and gives it to the reviewers. */
  submit(
    kind: "REGISTRATION" | "RESUBMISSION" | "APPEAL",
    facts: Partial<Schemas["CaseFacts"]> = {},
  ) {
    const info = this.member();
    info.reviewStatus = "PENDING";
    info.review = { reasons: [] };
    info.waiting = {
      submittedAt: this.now(),
      isAppeal: kind === "APPEAL",
      place: { number: this.queue.open({}).length + 1, isLater: false },
      usual: { halfWithinMinutes: 180, mostWithinMinutes: 1200 },
    };
    const sections = [sectionOf(info.profile)];
    this.queue.add(
      { kind, evidence: info.profile.verifyMethod },
      { sections, ...facts },
      (decision) => this.decide(decision, kind),
    );
  }

  /** Applies the decision about the member's profile. Of an appeal it is the last one. */
  decide({ action, reasons }: Decision, kind: Schemas["CaseKind"] = "REGISTRATION"): void {
    const info = this.member();
    const outcomes = {
      APPROVE: "APPROVED",
      ASK_FOR_INFO: "NEEDS_INFO",
      REJECT: "REJECTED",
      SUSPEND: "SUSPENDED",
    } as const;
    const reviewStatus = outcomes[action as keyof typeof outcomes];
    const asked = (reasons ?? []).map(({ path }) => path as Schemas["Field"]);
    const asks = { askedAt: this.now(), askedFields: asked };
    info.waiting = null;
    info.reviewStatus = reviewStatus;
    info.review = {
      reasons: reasons ?? [],
      ...(reviewStatus === "NEEDS_INFO" ? asks : {}),
      ...(reviewStatus === "REJECTED" && kind !== "APPEAL"
        ? { appealUntil: people.inDays(180) }
        : {}),
    };
    this.tell("REVIEW_DECIDED", { reviewStatus });
  }

  /** Takes the proposal of the member back, or puts another in its place. */
  propose(fields: Schemas["ReviewedFields"] | null): void {
    this.queue.withdraw("CHANGE");
    const photos = (fields?.photoNameList ?? []).map(people.pictureOf);
    const proposedAt = fields ? this.now() : null;
    this.changes = { ...this.changes, changes: fields, photos, proposedAt };
    if (!fields) return;
    this.queue.add({ kind: "CHANGE" }, { sections: [sectionOf(fields)] }, ({ action, reasons }) => {
      const isAccepted = action === "APPROVE";
      if (isAccepted) this.changeProfile(fields);
      const outcome = isAccepted ? "ACCEPTED" : "REFUSED";
      const names = Object.keys(fields) as Schemas["Field"][];
      const latestDecision: Schemas["ChangeDecision"] = {
        ...{ outcome, decidedAt: this.now(), fields: names, reasons: reasons ?? [] },
      };
      this.changes = { ...people.noChanges, latestDecision };
      this.tell("CHANGE_DECIDED", { outcome });
    });
  }

  /** Stores these answers. A draft has its numbers as texts. */
  changeProfile(answers: object): void {
    const info = this.member();
    const profile = { ...info.profile, ...answers };
    const numbers = { height: +profile.height, recommendDistanceKm: +profile.recommendDistanceKm };
    info.profile = { ...profile, ...numbers };
    info.nickname = profile.nickname;
    info.photos = profile.photoNameList.map(people.photoOf);
  }

  /** Creates the account of this LINE user. */
  register(userId: string, answers: object): void {
    this.info = people.infoOf({ userId });
    this.changeProfile({ ...people.emptyProfile, ...answers });
    this.submit("REGISTRATION");
  }

  #fillAccount(member: Exclude<Start["member"], "newcomer">, day: Start["day"]): void {
    this.info = people.infoOf();
    const reasons = [{ path: "aboutMe", code: "incomplete", note: "Tell us a little more." }];
    if (member === "inReview") this.submit("REGISTRATION");
    if (member === "asked") this.decide({ action: "ASK_FOR_INFO", reasons });
    if (member === "rejected") this.decide({ action: "REJECT", reasons });
    if (member === "approved") this.decide({ action: "APPROVE", reasons: [] });
    if (member === "approved" && day === "people") this.#fillDay();
  }

  #fillDay(): void {
    this.addDay(8);
    for (const introduction of this.introductions.slice(5))
      this.addMatch(introduction, "一起走走？");
    const [first, second] = this.conversations;
    if (first) {
      this.addNote(first, "嗨！我也喜歡那家麵包店。", true);
      first.readTo = this.addNote(first, "真的嗎？哪一種最好吃？", false).noteId;
      this.addNote(first, "星期六一起去嗎？", false);
      this.tell("NOTE", { matchId: first.match.matchId });
    }
    if (second) second.match.asksIfMet = true;
    this.blocks = [{ blockId: "block-1", day: this.now().slice(0, 10), nickname: "Rex" }];
  }
}
