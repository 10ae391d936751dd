/** Fetches the review status again when the person comes back to the page, because they wait for it. */
import { fetchReviewStatus } from "#/api/account";
import { useReturn } from "#/lib/return";
import { loadMyInfo } from "#/person/identify-member";
import { setReviewStatus } from "#/session/session";

export function useFreshStatus(): void {
  useReturn(refresh);
}

/** While the server is out of reach the last known status stays, and the connection banner says so. */
function refresh(): void {
  const refreshed = fetchReviewStatus().then(async ({ reviewStatus, takenBack }) => {
    // A server of an earlier build does not say that the member took the profile back.
    if (reviewStatus === "NEEDS_INFO" && !takenBack) await loadMyInfo();
    else if (reviewStatus !== null) setReviewStatus(reviewStatus, takenBack);
  });
  refreshed.catch(() => undefined);
}
