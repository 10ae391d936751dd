/** The outbox of this window, and the effects of its entries on the pages. */
import type { IntroductionAnswer } from "#/api/introductions";
import { text } from "#/i18n/use-text";
import { ownedByAccount, useOwnedState } from "#/session/session";
import { unsent } from "#/storage/account-store";
import { addToast } from "#/toasts/toasts";
import { MemberOutbox, type OutboxState, yesDraftId } from "./outbox";
import { introductions, markAnswered, matches } from "./resources";

type NoteListener = ConstructorParameters<typeof MemberOutbox>[1]["onNote"];
type MatchListener = (introductionId: string, matchId: string) => void;

const noteListeners = new Set<NoteListener>();
const matchListeners = new Set<MatchListener>();

export const memberOutbox = ownedByAccount(
  (account) =>
    new MemberOutbox(account, {
      onNote(sent, note) {
        matches().change((all) =>
          all.map((match) =>
            match.matchId === sent.matchId ? { ...match, lastNote: note } : match,
          ),
        );
        for (const listener of noteListeners) listener(sent, note);
      },
      onAnswer({ introductionId, answer }, matchId) {
        // The list may have come from the server before the answer arrived there.
        markAnswered(introductionId, answer);
        if (matchId === null) return;
        // A list that is on its way may have left the server before the match was made.
        matches().outdate();
        void matches().refresh();
        for (const listener of matchListeners) listener(introductionId, matchId);
      },
      onAnsweredBefore({ introductionId, answer }) {
        // The card must not come back until the server says which answer counts.
        markAnswered(introductionId, answer);
        void tellWhichCounts(introductionId, answer);
        void matches().refresh();
      },
      onLate() {
        addToast(text("member.late"));
        void introductions().refresh();
      },
      onRefused({ introductionId, note }, code) {
        addToast(text(`failure.${code}`), { color: "red" });
        // The dialog has the note again when the member says yes once more.
        if (note) void unsent.write(account.userId, yesDraftId(introductionId), note);
        void introductions().refresh();
      },
    }),
);

/** Asks the server which answer counts, and says so if it is not the one that this device has sent. */
async function tellWhichCounts(id: string, sent: IntroductionAnswer): Promise<void> {
  await introductions().refresh();
  const all = introductions().getState().data?.introductions ?? [];
  const counted = all.find(({ introductionId }) => introductionId === id)?.answer;
  if (counted && counted !== sent) addToast(text("member.answeredBefore"));
}

/** Returns the state of the outbox, and renders again when it changes. */
export const useOutbox = (): OutboxState => useOwnedState(memberOutbox);

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
