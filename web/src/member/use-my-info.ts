/** The member's own info: the server's answer, or the last known info if the call fails. */
import type { MyInfo } from "#/api/account";
import { failureSource } from "#/api/error";
import type { FailureSource } from "#/lib/failure-source";
import { ownProfile } from "./own-profile";
import { useResource } from "./resource";

interface MyInfoState {
  info: MyInfo | null;
  isLoading: boolean;
  /** The cause of the latest failure, or null. After a failure, the shown info may be old. */
  failedAt: FailureSource | null;
  reload: () => Promise<void>;
}

/**
 * Returns stored info only after the call to the server has succeeded or failed. The stored photo URLs have expired,
 * the stored status may be out of date, and pages delete unsent work because of the status.
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
