/** Tells the member at once if their yes has made a match. */
import { useEffect } from "react";
import { conversationPath } from "../../lib/paths";
import { navigate } from "../../navigation/navigation";
import { openDialog } from "../../overlays/open-dialog";
import { closeToastOf } from "../../toasts/toasts";
import { onMatch } from "../member/member-outbox";
import { introductions } from "../member/resources";

/** The key of the toast that says that an answer counts. */
export const answerToast = "answer";

export function useMatchDialog(): void {
  useEffect(
    () =>
      onMatch(async (introductionId, matchId) => {
        const all = introductions.getState().data?.introductions ?? [];
        const person = all.find((it) => it.introductionId === introductionId)?.person;
        void introductions.refresh();
        if (!person) return;
        // The toast says what happens if the other says yes, too.
        closeToastOf(answerToast);
        const load = async () => (await import("./match-dialog")).MatchDialog;
        const wantsToWrite = await openDialog(load, { person });
        if (wantsToWrite) await navigate(conversationPath(matchId));
      }),
    [],
  );
}
