/** Notices that the member is approved, or is no longer: the home page is another one then. */
import { isApproved, subscribeSession } from "#/session/session";

/** Calls `onChange` after each change. Returns the function that stops the watch. */
export function watchApproval(onChange: () => void): () => void {
  let wasApproved = isApproved();
  return subscribeSession(() => {
    if (isApproved() === wasApproved) return;
    wasApproved = !wasApproved;
    onChange();
  });
}
