/** The member's own info: the server's answer, or the last known one if no server answers. */
import type { MyInfo } from "#/api/account";
import { failureSource } from "#/api/error";
import type { FailureSource } from "#/lib/failure-source";
import { ownProfile } from "./own-profile";
import { useResource } from "./resource";

interface MyInfoState {
  info: MyInfo | null;
  isLoading: boolean;
  /** The part of the way on which the last attempt failed; the shown info may be old then. */
  failedAt: FailureSource | null;
  reload: () => Promise<void>;
}

/**
 * Waits for the server with the stored info: its photos have expired, its status may be over, and pages
 * delete unsent work by it.
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
