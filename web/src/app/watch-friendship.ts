/** Checks the friendship when the person returns from LINE, where they may have added or blocked our account. */
import { watchReturn } from "#/lib/return";
import { fetchFriendship } from "#/liff/liff";
import { getStage, setStage } from "#/person/stage";

export function watchFriendship(onChange: () => void): () => void {
  const check = async () => {
    const { isInitialised, isFriend } = getStage();
    if (!isInitialised) return;
    // If LINE is out of reach, keep the last known answer.
    const isFriendNow = await fetchFriendship().catch(() => isFriend);
    if (isFriendNow === isFriend) return;
    setStage({ isFriend: isFriendNow });
    onChange();
  };
  // Check at every return, without a pause, because a person who has just added the account waits for the next page.
  return watchReturn(() => void check(), { everyMs: 0 });
}
