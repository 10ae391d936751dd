/** Fetches the review status again when a waiting member returns to the page, because a reviewer may have decided. */
import { fetchReviewStatus } from "#/api/account";
import { useReturn } from "#/lib/return";
import { loadMyInfo } from "#/person/identify-member";
import { setReviewStatus } from "#/session/session";

export function useFreshStatus(): void {
  useReturn(refresh);
}

/** Ignores a failed call, because the connection banner already says that the server is out of reach. */
function refresh(): void {
  const refreshed = fetchReviewStatus().then(async ({ reviewStatus, takenBack }) => {
    // An older server does not send `takenBack` with the status, so read it from the member's own info.
    if (reviewStatus === "NEEDS_INFO" && !takenBack) await loadMyInfo();
    else if (reviewStatus !== null) setReviewStatus(reviewStatus, takenBack);
  });
  refreshed.catch(() => undefined);
}
