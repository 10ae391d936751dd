/** The member's own info: the server's answer, or the last known info if the call fails. */
import type { MyInfo } from "#/api/account";
import { failureSource } from "#/api/error";
import type { FailureSource } from "#/lib/failure-source";
import { ownProfile } from "./own-profile";
import { useResource } from "./resource";

interface MyInfoState {
  info: MyInfo | null;
  isLoading: boolean;
  failedAt: FailureSource | null;
  reload: () => Promise<void>;
}

/**
 * Returns stored info only after the request to the server has succeeded or failed, because the stored photo URLs have
 * expired, and pages would delete unsent work because of an old status.
 */
export function useMyInfo(): MyInfoState {
  const { data, isLoading, isOpening, error, refresh } = useResource(ownProfile);
  return {
    info: isOpening ? null : data,
    isLoading: isOpening || isLoading,
    failedAt: isOpening || error === null ? null : failureSource(error),
    reload: refresh,
  };
}
