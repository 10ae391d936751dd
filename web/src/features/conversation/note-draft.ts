/** The note that a member is typing in a conversation. */
import { memberOutbox } from "#/member/member-outbox";
import { useUnsentText } from "#/member/use-unsent-text";

export const useNoteDraft = (matchId: string) =>
  useUnsentText(`draft:${matchId}`, (stored) => isOnItsWay(matchId, stored));

/** Returns whether the outbox has this note. Where the device stores nothing, the draft stays until the note arrives. */
function isOnItsWay(matchId: string, stored: string): boolean {
  const { entries } = memberOutbox().getState();
  return entries.some(
    (entry) => entry.kind === "note" && entry.matchId === matchId && entry.text === stored.trim(),
  );
}
