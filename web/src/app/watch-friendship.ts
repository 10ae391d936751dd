/** Checks the friendship when the person returns to the page: they may have changed it in LINE. */
import { watchReturn } from "#/lib/return";
import { fetchFriendship } from "#/liff/liff";
import { getStage, setStage } from "#/person/stage";

/** Calls `onChange` after each change of the stage. Returns the function that stops the watch. */
export function watchFriendship(onChange: () => void): () => void {
  const check = async () => {
    const { isInitialised, isFriend } = getStage();
    if (!isInitialised) return;
    // If LINE is out of reach, the last known answer holds.
    const isFriendNow = await fetchFriendship().catch(() => isFriend);
    if (isFriendNow === isFriend) return;
    setStage({ isFriend: isFriendNow });
    onChange();
  };
  // At every return: a person who has just added the account waits for it.
  return watchReturn(() => void check(), { everyMs: 0 });
}
