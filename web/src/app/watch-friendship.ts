/** Looks at the friendship again when the person returns: it may have begun or ended in LINE. */
import { fetchFriendship } from "../liff/liff";
import { getStage, setStage } from "../person/stage";

/** Calls `onChange` after the stage says otherwise; gives what stops the watch. */
export function watchFriendship(onChange: () => void): () => void {
  const look = async () => {
    const { isInitialised, isFriend } = getStage();
    if (document.visibilityState !== "visible" || !isInitialised) return;
    // Out of reach, what was known still holds.
    const isFriendNow = await fetchFriendship().catch(() => isFriend);
    if (isFriendNow === isFriend) return;
    setStage({ isFriend: isFriendNow });
    onChange();
  };
  const onVisible = () => void look();
  document.addEventListener("visibilitychange", onVisible);
  return () => document.removeEventListener("visibilitychange", onVisible);
}
