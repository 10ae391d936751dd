/** The notes of a conversation: those that this device knows, and new ones every few seconds. */
import { hasCode } from "#/api/error";
import { fetchNotes, type Match, markNotesRead, type Note, type Notes } from "#/api/matches";
import { ownBuildId } from "#/lib/build-id";
import { type RetryPolicy, retryDelayMs, waitForRetry } from "#/lib/retry";
import { createStore } from "#/lib/store";
import { memberOutbox, onNoteSent } from "#/member/member-outbox";
import { matches, notesAnswer } from "#/member/resources";
import { asMember } from "#/person/identify-member";
import { currentAccount } from "#/session/session";
import {
  type AnswerName,
  readAnswer,
  removeAnswer,
  waitForStored,
  writeAnswer,
} from "#/storage/account-store";

interface NotesState {
  /** Without gaps, the oldest first; null before the first answer. */
  notes: readonly Note[] | null;
  /**
   * The member's notes that the server has, but that come after a note that this device does not have yet, the
   * oldest first. The next answer joins them to `notes`. In a tunnel that answer may be minutes away, and until
   * then the member has to see what the member has written.
   */
  ahead: readonly Note[];
  /** The time of the server's latest answer in Unix milliseconds, which may be of an earlier start. */
  loadedAtMs: number;
  /** The number of the latest note that the person has read, if both show it. */
  readUntil: number | null;
  isLoadingEarlier: boolean;
  /** The error of the latest attempt. */
  error: unknown;
  /** True after E003: the match is over. */
  isGone: boolean;
}

interface StoredNotes {
  build: string | null;
  loadedAtMs: number;
  notes: Note[];
  ahead: readonly Note[];
}

/** A note must be seen within five seconds, and its way takes a part of them. */
const everyMs = 3_500;
/** The waits after failures. The device may be in a tunnel, or the server may be busy. */
const failurePolicy: RetryPolicy = { firstMs: everyMs, factor: 2, maxDelayMs: 30_000 };
/** The notes of a conversation that are there without a network, as many as the server sends at once. */
const mostStored = 100;

const empty: NotesState = {
  notes: null,
  ahead: [],
  loadedAtMs: 0,
  readUntil: null,
  isLoadingEarlier: false,
  error: null,
  isGone: false,
};

export class NotesStore {
  private readonly store = createStore<NotesState>(empty);
  private readonly account = currentAccount();
  private readonly name: AnswerName;
  /** The number of the note up to which the server knows that the member has read. */
  private markedUntil = 0;

  constructor(private readonly matchId: string) {
    this.name = notesAnswer(matchId);
  }

  readonly subscribe = this.store.subscribe;
  readonly getState = this.store.get;

  /** Shows the stored notes and those that the outbox sends, and asks for new ones, until the signal aborts. */
  async follow(signal: AbortSignal): Promise<void> {
    const stopListening = onNoteSent((sent, note) => {
      if (sent.matchId === this.matchId) this.add(note);
    });
    signal.addEventListener("abort", stopListening);
    // If the stored notes come first, the first request asks for newer ones only.
    await waitForStored(this.showStored(signal));
    let nFailed = 0;
    while (!signal.aborted && !this.getState().isGone) {
      const isOk = document.visibilityState === "hidden" || (await this.update(signal));
      nFailed = isOk ? 0 : nFailed + 1;
      const ms = nFailed > 0 ? retryDelayMs(failurePolicy, nFailed) : everyMs;
      await waitForRetry({ ms, signal });
    }
  }

  /** Adds a note that the member has just sent. */
  add(note: Note): void {
    this.show(this.getState().notes, [note]);
  }

  /** Loads the notes before the first one. */
  async loadEarlier(): Promise<void> {
    const first = this.getState().notes?.[0]?.noteId;
    if (first === undefined || this.getState().isLoadingEarlier) return;
    this.store.set({ isLoadingEarlier: true });
    try {
      const { notes } = await asMember(() => fetchNotes(this.matchId, { before: first }));
      this.store.set({ notes: [...notes, ...(this.getState().notes ?? [])], error: null });
    } catch (error) {
      this.store.set({ error });
    } finally {
      this.store.set({ isLoadingEarlier: false });
    }
  }

  /** Asks for the notes after the last one. Returns whether the server answered. */
  private async update(signal: AbortSignal): Promise<boolean> {
    try {
      const last = this.getState().notes?.at(-1)?.noteId;
      const range = last === undefined ? {} : { after: last };
      const answer = await asMember(() => fetchNotes(this.matchId, range));
      if (signal.aborted) return true;
      this.take(answer);
      await this.markRead();
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      const isGone = hasCode(error, "E003");
      if (isGone) void removeAnswer(this.account, this.name);
      this.store.set({ error, isGone });
      return false;
    }
  }

  private take({ notes, readUntil }: Notes): void {
    this.store.set({ readUntil, error: null, loadedAtMs: Date.now() });
    // The server can be reached, so a note in the outbox does not wait for its next attempt.
    memberOutbox().wake(this.matchId);
    const shown = this.getState().notes;
    // The member's first note may have arrived while the question for all notes was on its way.
    if (!shown?.length) this.show(notes, []);
    else if (notes.length > 0) this.show(shown, notes);
    this.clearUnread();
  }

  /** Lets the list of matches count no unread notes of this conversation, because the page shows them. */
  private clearUnread(): void {
    const isUnread = (match: Match) => match.matchId === this.matchId && match.unread > 0;
    if (!matches().getState().data?.some(isUnread)) return;
    matches().change((all) =>
      all.map((match) => (isUnread(match) ? { ...match, unread: 0 } : match)),
    );
  }

  /** Shows and stores the notes of `shown` with the later ones among `ahead` and `more`. */
  private show(shown: readonly Note[] | null, more: readonly Note[]): void {
    this.store.set(join(shown, [...this.getState().ahead, ...more]));
    const { notes, ahead, loadedAtMs } = this.getState();
    // Before the stored notes are read, a new record would replace them by none.
    if (notes === null) return;
    const stored: StoredNotes = {
      build: ownBuildId(),
      loadedAtMs,
      notes: notes.slice(-mostStored),
      ahead,
    };
    void writeAnswer(this.account, this.name, stored);
  }

  private async showStored(signal: AbortSignal): Promise<void> {
    const stored = (await readAnswer(this.account, this.name)) as StoredNotes | null;
    if (signal.aborted) return;
    if (stored?.build !== ownBuildId() || this.getState().notes !== null) return;
    const { ahead } = this.getState();
    const joined = join(stored.notes, [...stored.ahead, ...ahead]);
    this.store.set({ ...joined, loadedAtMs: stored.loadedAtMs });
    this.clearUnread();
  }

  /** Tells the server up to where the member has read: the page is on the screen. */
  private async markRead(): Promise<void> {
    const theirs = this.getState().notes?.findLast(({ mine }) => !mine)?.noteId ?? 0;
    if (theirs <= this.markedUntil || document.visibilityState === "hidden") return;
    try {
      await asMember(() => markNotesRead(this.matchId, theirs));
      this.markedUntil = theirs;
    } catch {
      // The next answer tries again.
    }
  }
}

/**
 * Adds those of `more` that follow `notes` without a missing number. `ahead` has the others that come after `notes`,
 * each once.
 */
function join(
  notes: readonly Note[] | null,
  more: readonly Note[],
): Pick<NotesState, "notes" | "ahead"> {
  const joined = [...(notes ?? [])];
  const ahead: Note[] = [];
  for (const note of [...more].sort((one, other) => one.noteId - other.noteId)) {
    const last = joined.at(-1)?.noteId ?? 0;
    if (note.noteId === last + 1) joined.push(note);
    else if (note.noteId > last && note.noteId !== ahead.at(-1)?.noteId) ahead.push(note);
  }
  return { notes: joined.length > 0 ? joined : notes, ahead };
}
