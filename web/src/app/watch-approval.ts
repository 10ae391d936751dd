/** Notices when a member becomes approved or loses the approval, because the home page then has to change. */
import { isApproved, subscribeSession } from "#/session/session";

export function watchApproval(onChange: () => void): () => void {
  let wasApproved = isApproved();
  return subscribeSession(() => {
    if (isApproved() === wasApproved) return;
    wasApproved = !wasApproved;
    onChange();
  });
}
