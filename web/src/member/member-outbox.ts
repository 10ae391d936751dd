/** The outbox of this window, and the effects of its entries on the pages: a yes that makes a match opens its dialog. */
import type { IntroductionAnswer, PersonOnCard } from "#/api/introductions";
import { text } from "#/i18n/use-text";
import { conversationPath } from "#/lib/paths";
import { patientPolicy, retry } from "#/lib/retry";
import { navigate } from "#/navigation/navigation";
import { openDialog } from "#/overlays/open-dialog";
import { currentAccount, ownedByAccount, useOwnedState } from "#/session/session";
import { unsent } from "#/storage/account-store";
import { addToast, closeToastOf } from "#/toasts/toasts";
import { MemberOutbox, type OutboxState } from "./outbox";
import { introductions, markAnswered, matches } from "./resources";
import { yesDraftId } from "./use-unsent-text";

type NoteListener = ConstructorParameters<typeof MemberOutbox>[1]["onNote"];

const noteListeners = new Set<NoteListener>();

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
        void announceMatch(introductionId, matchId);
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

/** The key of the toast that says that an answer counts. */
export const answerToast = "answer";

const loadDialog = async () => (await import("./match-dialog")).MatchDialog;

/** Loads the dialog ahead: the network may be gone when the answer to a yes arrives. */
export function prefetchMatchDialog(): void {
  // The dialog itself loads again what fails here.
  loadDialog().catch(() => undefined);
}

/** Opens the dialog about a match, on whichever page the member is when the answer comes. */
async function announceMatch(introductionId: string, matchId: string): Promise<void> {
  const all = introductions().getState().data?.introductions ?? [];
  const introduced = all.find((it) => it.introductionId === introductionId)?.person;
  void introductions().refresh();
  // After a lost answer, the list may be newer than the match and have the person no more.
  const person = introduced ?? (await findMatched(matchId));
  if (!person) return;
  // The toast says what happens if the other says yes, too.
  closeToastOf(answerToast);
  const wantsToWrite = await openDialog(loadDialog, { person });
  if (wantsToWrite) await navigate(conversationPath(matchId));
}

/** Asks the server for the person of a new match. Returns undefined if the match, or the session, is over. */
async function findMatched(matchId: string): Promise<PersonOnCard | undefined> {
  const find = async () => {
    await matches().refresh();
    const { data, error } = matches().getState();
    if (error !== null) throw error;
    return data?.find((it) => it.matchId === matchId)?.person;
  };
  const { signal } = currentAccount();
  // Only the logout ends the loop with an error.
  return await retry(find, { policy: patientPolicy, signal }).catch(() => undefined);
}
