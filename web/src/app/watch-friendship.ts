/** Looks at the friendship again when the person returns: it may have begun or ended in LINE. */
import { watchReturn } from "../lib/return";
import { fetchFriendship } from "../liff/liff";
import { getStage, setStage } from "../person/stage";

/** Calls `onChange` after the stage says otherwise; gives what stops the watch. */
export function watchFriendship(onChange: () => void): () => void {
  const look = async () => {
    const { isInitialised, isFriend } = getStage();
    if (!isInitialised) return;
    // Out of reach, what was known still holds.
    const isFriendNow = await fetchFriendship().catch(() => isFriend);
    if (isFriendNow === isFriend) return;
    setStage({ isFriend: isFriendNow });
    onChange();
  };
  // Each time: a person who has just added the account waits for it.
  return watchReturn(() => void look(), { everyMs: 0 });
}
