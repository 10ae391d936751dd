/** The profile and what is asked of it: the server's, or in a tunnel the last one known. */
import type { MyInfo } from "../../../api/account";
import { isTransient } from "../../../api/error";
import { readProfile, writeProfile } from "../../../storage/profile-cache";

/** Fails where nobody answers and no request of a reviewer is known. */
export async function findInfo(userId: string, fetchInfo: () => Promise<MyInfo>): Promise<MyInfo> {
  try {
    const info = await fetchInfo();
    void writeProfile(userId, info);
    return info;
  } catch (error) {
    if (!isTransient(error)) throw error;
    // Answers to a request that is over by now are refused when they arrive, and the person is told.
    const known = (await readProfile(userId)) as MyInfo | null;
    if (known?.reviewStatus !== "NEEDS_INFO") throw error;
    return known;
  }
}
