/** The data of the mock server about one member and the people around them. */
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
  /** The id of the latest note that the member has read. */
  readTo: number;
}

/** The data that each restart resets. */
class State extends Clock {
  /** The member's account; null for a newcomer. */
  info: Schemas["MyInfoResponse"] | null = null;
  introductions: Schemas["IntroductionResponse"][] = [];
  /** The ids of the introductions whose person has said yes to the member. */
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
  /** The employer for which the latest code was mailed. */
  codeFor = "google";
  uploads = new Map<string, Blob>();
  /** The stored answers to calls, by idempotency key. */
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

  /** Returns the stored answer for an idempotency key. Only the first call with the key makes an answer. */
  once<Answer>(key: string | null, make: () => Answer): Answer {
    if (key === null) return make();
    if (!this.kept.has(key)) this.kept.set(key, make());
    return this.kept.get(key) as Answer;
  }

  /** Returns the member's account. Throws E001A if there is none. */
  member(): Schemas["MyInfoResponse"] {
    if (!this.info) throw refusal("E001A");
    return this.info;
  }

  /** Returns the member's account. Throws E008 if the member is not approved. */
  approved(): Schemas["MyInfoResponse"] {
    const info = this.member();
    if (info.reviewStatus !== "APPROVED") throw refusal("E008");
    return info;
  }

  /** Returns the first item that is wanted. Throws E003 if there is none, and E008 if the member is not approved. */
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

  /** Introduces some more people, of whom the first two have said yes. */
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

  /** Marks the member's profile as pending, and puts it into the reviewers' queue. */
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

  /** Applies a decision about the member's profile. After a rejected appeal, there is no other appeal. */
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

  /** Replaces the member's proposal of changes, or withdraws it with null. */
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

  /** Stores these answers. The form sends its numbers as text, so they are converted. */
  changeProfile(answers: object): void {
    const info = this.member();
    const profile = { ...info.profile, ...answers };
    const numbers = { height: +profile.height, recommendDistanceKm: +profile.recommendDistanceKm };
    info.profile = { ...profile, ...numbers };
    info.nickname = profile.nickname;
    info.photos = profile.photoNameList.map(people.photoOf);
  }

  /** Creates an account for this LINE user, and submits the profile. */
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
