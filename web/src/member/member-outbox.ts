/** The outbox of this window, and what the app shows after an entry was sent, such as the dialog about a new match. */
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
        // This device's list of introductions may be older than the answer, so mark the answer in the list.
        markAnswered(introductionId, answer);
        if (matchId === null) return;
        // Discard a list of matches that is being loaded, because the server may have made that list before the match.
        matches().outdate();
        void matches().refresh();
        void announceMatch(introductionId, matchId);
      },
      onAnsweredBefore({ introductionId, answer }) {
        // Mark the card as answered until the server says which answer counts, so that the card does not come back.
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
        // Store the note as a draft, so that the dialog shows it when the member says yes again.
        if (note) void unsent.write(account.userId, yesDraftId(introductionId), note);
        void introductions().refresh();
      },
    }),
);

/** Asks the server which of the member's answers counts. Shows a message if it is not the one that was sent here. */
async function tellWhichCounts(id: string, sent: IntroductionAnswer): Promise<void> {
  await introductions().refresh();
  const all = introductions().getState().data?.introductions ?? [];
  const counted = all.find(({ introductionId }) => introductionId === id)?.answer;
  if (counted && counted !== sent) addToast(text("member.answeredBefore"));
}

export const useOutbox = (): OutboxState => useOwnedState(memberOutbox);

/** Calls the listener for each note that the server has stored. Returns a function that removes the listener. */
export function onNoteSent(listener: NoteListener): () => void {
  noteListeners.add(listener);
  return () => noteListeners.delete(listener);
}

export const answerToast = "answer";

const loadDialog = async () => (await import("./match-dialog")).MatchDialog;

/** Loads the code of the dialog in advance, because the network may be lost when the dialog has to open. */
export function prefetchMatchDialog(): void {
  // If this fails, the opening of the dialog loads the code again.
  loadDialog().catch(() => undefined);
}

async function announceMatch(introductionId: string, matchId: string): Promise<void> {
  const all = introductions().getState().data?.introductions ?? [];
  const introduced = all.find((it) => it.introductionId === introductionId)?.person;
  void introductions().refresh();
  // If the list was loaded after the match, it lacks the person. Then ask the server for the person.
  const person = introduced ?? (await findMatched(matchId));
  if (!person) return;
  // The toast says what will happen if the other person says yes, too. That has happened, so close the toast.
  closeToastOf(answerToast);
  const wantsToWrite = await openDialog(loadDialog, { person });
  if (wantsToWrite) await navigate(conversationPath(matchId));
}

/** Asks the server for the person of a new match. Returns undefined after a logout, or if the match is over. */
async function findMatched(matchId: string): Promise<PersonOnCard | undefined> {
  const find = async () => {
    await matches().refresh();
    const { data, error } = matches().getState();
    if (error !== null) throw error;
    return data?.find((it) => it.matchId === matchId)?.person;
  };
  const { signal } = currentAccount();
  // `retry()` rejects only after a logout.
  return await retry(find, { policy: patientPolicy, signal }).catch(() => undefined);
}
