/** The person's own info: the last one known at once, the server's as soon as it answers. */
import { useCallback, useEffect, useState } from "react";
import type { MyInfo } from "../../api/account";
import { useReturn } from "../../lib/return";
import { getLiffUser } from "../../liff/liff";
import { loadMyInfo } from "../../person/identify-member";
import { useSession } from "../../session/session";
import { readProfile, writeProfile } from "../../storage/profile-cache";

export interface MyInfoState {
  info: MyInfo | null;
  isLoading: boolean;
  /** The last try failed; what is shown may be old. */
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
