/** Tells the member at once if their yes has made a match. */
import type { PersonOnCard } from "#/api/introductions";
import { conversationPath } from "#/lib/paths";
import { patientPolicy, retry } from "#/lib/retry";
import { navigate } from "#/navigation/navigation";
import { openDialog } from "#/overlays/open-dialog";
import { currentAccount } from "#/session/session";
import { closeToastOf } from "#/toasts/toasts";
import { onMatch } from "./member-outbox";
import { introductions, matches } from "./resources";

/** The key of the toast that says that an answer counts. */
export const answerToast = "answer";

const loadDialog = async () => (await import("./match-dialog")).MatchDialog;

/** Loads the dialog ahead: the network may be gone when the answer to a yes arrives. */
export function prefetchMatchDialog(): void {
  // The dialog itself loads again what fails here.
  loadDialog().catch(() => undefined);
}

let isAnnouncing = false;

/** Opens the dialog about each match from now on, on whichever page the member is when the answer comes. */
export function announceMatches(): void {
  if (isAnnouncing) return;
  isAnnouncing = true;
  onMatch(async (introductionId, matchId) => {
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
  });
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
