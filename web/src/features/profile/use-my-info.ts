/** The member's own info: the copy of this device first, and the server's as soon as it answers. */
import { useCallback, useEffect, useState } from "react";
import type { MyInfo } from "../../api/account";
import { failureSource } from "../../api/error";
import type { FailureSource } from "../../lib/failure-source";
import { useReturn } from "../../lib/return";
import { getLiffUser } from "../../liff/liff";
import { loadMyInfo } from "../../person/identify-member";
import { useSession } from "../../session/session";
import { readAnswer, writeAnswer } from "../../storage/answer-cache";

interface MyInfoState {
  info: MyInfo | null;
  isLoading: boolean;
  /** The part of the way on which the last attempt failed; the shown info may be old then. */
  failedAt: FailureSource | null;
  reload: () => Promise<void>;
}

export function useMyInfo(): MyInfoState {
  const [info, setInfo] = useState<MyInfo | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [failedAt, setFailedAt] = useState<FailureSource | null>(null);
  const load = useCallback(async (): Promise<void> => {
    const { userId } = getLiffUser();
    setLoading(true);
    try {
      const fresh = await loadMyInfo();
      setInfo(fresh);
      setFailedAt(null);
      void writeAnswer(userId, "profile", fresh);
    } catch (error) {
      setFailedAt(failureSource(error));
      const known = (await readAnswer(userId, "profile")) as MyInfo | null;
      setInfo((shown) => shown ?? known);
    } finally {
      setLoading(false);
    }
  }, []);
  const isLost = useSession().registration === "unreachable";
  useEffect(() => {
    void load();
    window.addEventListener("online", load);
    return () => window.removeEventListener("online", load);
  }, [load, isLost]);
  useReturn(load);
  return { info, isLoading, failedAt, reload: load };
}
