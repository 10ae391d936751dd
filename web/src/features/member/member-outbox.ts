/** The outbox of this window, and the effects of its entries on the pages. */
import { text } from "../../i18n/use-text";
import { addToast } from "../../toasts/toasts";
import { MemberOutbox } from "./outbox";
import { introductions, matches } from "./resources";

type NoteListener = ConstructorParameters<typeof MemberOutbox>[0]["onNote"];
type MatchListener = (introductionId: string, matchId: string) => void;

const noteListeners = new Set<NoteListener>();
const matchListeners = new Set<MatchListener>();

export const memberOutbox = new MemberOutbox({
  onNote(sent, note) {
    matches.change((all) =>
      all.map((match) => (match.matchId === sent.matchId ? { ...match, lastNote: note } : match)),
    );
    for (const listener of noteListeners) listener(sent, note);
  },
  onAnswer({ introductionId }, matchId) {
    if (matchId === null) return;
    void matches.refresh();
    for (const listener of matchListeners) listener(introductionId, matchId);
  },
  onLate() {
    addToast(text("member.late"));
    void introductions.refresh();
  },
});

/** Calls the listener for each note that has arrived. Returns the function that stops this. */
export function onNoteSent(listener: NoteListener): () => void {
  noteListeners.add(listener);
  return () => noteListeners.delete(listener);
}

/** Calls the listener when an answer has made a match. Returns the function that stops this. */
export function onMatch(listener: MatchListener): () => void {
  matchListeners.add(listener);
  return () => matchListeners.delete(listener);
}
