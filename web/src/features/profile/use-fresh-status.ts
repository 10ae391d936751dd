/** Asks for the review status again when the person comes back to the page: they wait for it. */
import { fetchReviewStatus } from "../../api/account";
import { useReturn } from "../../lib/return";
import { setReviewStatus } from "../../session/session";

export function useFreshStatus(): void {
  useReturn(ask);
}

/** Out of reach, the last known status stays; the banner says so. */
function ask(): void {
  fetchReviewStatus().then(setReviewStatus, () => undefined);
}
