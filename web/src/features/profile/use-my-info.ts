/** The member's own info: the copy of this device first, and the server's as soon as it answers. */
import { useCallback, useEffect, useState } from "react";
import type { MyInfo } from "../../api/calls";
import { useReturn } from "../../lib/return";
import { getLiffUser } from "../../liff/liff";
import { loadMyInfo } from "../../person/recognise";
import { useSession } from "../../session/session";
import { readProfile, writeProfile } from "../../storage/profile-cache";

interface MyInfoState {
  info: MyInfo | null;
  isLoading: boolean;
  /** True if the last request failed, so that the info may be old. */
  isStale: boolean;
  reload: () => Promise<void>;
}

export function useMyInfo(): MyInfoState {
  const [info, setInfo] = useState<MyInfo | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [isStale, setStale] = useState(false);
  const load = useCallback(async (): Promise<void> => {
    const { userId } = getLiffUser();
    setLoading(true);
    try {
      const fresh = await loadMyInfo();
      setInfo(fresh);
      setStale(false);
      void writeProfile(userId, fresh);
    } catch {
      setStale(true);
      const known = (await readProfile(userId)) as MyInfo | null;
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
  return { info, isLoading, isStale, reload: load };
}
