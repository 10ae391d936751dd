/** Holds the notes of a conversation: reads the stored notes, and asks the server for new notes every few seconds. */
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
  /** The notes with consecutive numbers, the oldest first. Null until the device or the server has returned notes. */
  notes: readonly Note[] | null;
  /**
   * The notes that the member has just sent, the oldest first, while this device still lacks an earlier note. The page
   * shows these notes at once. The server's next response, which may take minutes in a tunnel, moves the notes to
   * `notes`.
   */
  ahead: readonly Note[];
  /** The time of the server's latest response, which may date from an earlier visit. */
  loadedAtMs: number;
  /** The number of the latest note that the other person has read. Null unless both people show what they have read. */
  readUntil: number | null;
  isLoadingEarlier: boolean;
  error: unknown;
  /** True after E003, which means that the match is over. */
  isGone: boolean;
}

interface StoredNotes {
  build: string | null;
  loadedAtMs: number;
  notes: Note[];
  ahead: readonly Note[];
}

/** The pause between two calls. A new note must appear within five seconds, including the time of the call. */
const everyMs = 3_500;
/** The pauses after failed calls. The pauses grow, because the device may be in a tunnel or the server may be busy. */
const failurePolicy: RetryPolicy = { firstMs: everyMs, factor: 2, maxDelayMs: 30_000 };
/** The most notes that the device stores for use offline. The server also sends at most this number at once. */
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
  /** The number of the latest note that this page has reported to the server as read. */
  private markedUntil = 0;

  constructor(private readonly matchId: string) {
    this.name = notesAnswer(matchId);
  }

  readonly subscribe = this.store.subscribe;
  readonly getState = this.store.get;

  /** Fetches new notes until the signal aborts or the match is over. */
  async follow(signal: AbortSignal): Promise<void> {
    const stopListening = onNoteSent((sent, note) => {
      if (sent.matchId === this.matchId) this.add(note);
    });
    signal.addEventListener("abort", stopListening);
    // Wait for the stored notes, so that the first call asks only for newer notes.
    await waitForStored(this.showStored(signal));
    let nFailed = 0;
    while (!signal.aborted && !this.getState().isGone) {
      const isOk = document.visibilityState === "hidden" || (await this.update(signal));
      nFailed = isOk ? 0 : nFailed + 1;
      const ms = nFailed > 0 ? retryDelayMs(failurePolicy, nFailed) : everyMs;
      await waitForRetry({ ms, signal });
    }
  }

  add(note: Note): void {
    this.show(this.getState().notes, [note]);
  }

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
    // The server can be reached, so let the outbox send a waiting note now.
    memberOutbox().wake(this.matchId);
    const shown = this.getState().notes;
    // The member's own first note may have been added during the call, so read the shown notes after the call.
    if (!shown?.length) this.show(notes, []);
    else if (notes.length > 0) this.show(shown, notes);
    this.clearUnread();
  }

  private clearUnread(): void {
    const isUnread = (match: Match) => match.matchId === this.matchId && match.unread > 0;
    if (!matches().getState().data?.some(isUnread)) return;
    matches().change((all) =>
      all.map((match) => (isUnread(match) ? { ...match, unread: 0 } : match)),
    );
  }

  /** Shows the notes, and stores them on this device. */
  private show(shown: readonly Note[] | null, more: readonly Note[]): void {
    this.store.set(join(shown, [...this.getState().ahead, ...more]));
    const { notes, ahead, loadedAtMs } = this.getState();
    // Do not write before the stored notes are read, because the write would replace them by an empty list.
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

  private async markRead(): Promise<void> {
    const theirs = this.getState().notes?.findLast(({ mine }) => !mine)?.noteId ?? 0;
    if (theirs <= this.markedUntil || document.visibilityState === "hidden") return;
    try {
      await asMember(() => markNotesRead(this.matchId, theirs));
      this.markedUntil = theirs;
    } catch {
      // A failure needs no handling, because this function runs again after the next response of the server.
    }
  }
}

/**
 * Appends the notes of `more` to `notes` until the next number is missing. The notes of `more` after the missing
 * number go to `ahead`, each once.
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
