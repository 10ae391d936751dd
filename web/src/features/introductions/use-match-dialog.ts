/** Tells the member at once if their yes has made a match. */
import { useEffect } from "react";
import type { PersonOnCard } from "../../api/introductions";
import { conversationPath } from "../../lib/paths";
import { patientPolicy, retry } from "../../lib/retry";
import { navigate } from "../../navigation/navigation";
import { openDialog } from "../../overlays/open-dialog";
import { closeToastOf } from "../../toasts/toasts";
import { onMatch } from "../member/member-outbox";
import { introductions, matches } from "../member/resources";

/** The key of the toast that says that an answer counts. */
export const answerToast = "answer";

const loadDialog = async () => (await import("./match-dialog")).MatchDialog;

/** Loads the dialog ahead: the network may be gone when the answer to a yes arrives. */
export function prefetchMatchDialog(): void {
  // The dialog itself loads again what fails here.
  loadDialog().catch(() => undefined);
}

export function useMatchDialog(): void {
  useEffect(() => {
    const left = new AbortController();
    const stopListening = onMatch(async (introductionId, matchId) => {
      const all = introductions().getState().data?.introductions ?? [];
      const introduced = all.find((it) => it.introductionId === introductionId)?.person;
      void introductions().refresh();
      // After a lost answer, the list may be newer than the match and have the person no more.
      const person = introduced ?? (await findMatched(matchId, left.signal));
      if (!person) return;
      // The toast says what happens if the other says yes, too.
      closeToastOf(answerToast);
      const wantsToWrite = await openDialog(loadDialog, { person });
      if (wantsToWrite) await navigate(conversationPath(matchId));
    });
    return () => {
      stopListening();
      left.abort();
    };
  }, []);
}

/** Asks the server for the person of a new match. Returns undefined if the match, or this page, is over. */
async function findMatched(
  matchId: string,
  signal: AbortSignal,
): Promise<PersonOnCard | undefined> {
  const find = async () => {
    await matches().refresh();
    const { data, error } = matches().getState();
    if (error !== null) throw error;
    return data?.find((it) => it.matchId === matchId)?.person;
  };
  // Only the signal ends the attempts with an error.
  return await retry(find, { policy: patientPolicy, signal }).catch(() => undefined);
}
