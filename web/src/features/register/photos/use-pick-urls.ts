/** Object URLs for picked pictures, released when they are no longer shown. */
import { useEffect, useState } from "react";
import { readBlob } from "../../../storage/blobs";
import type { Pick } from "./picks";

/** URLs by the key of the pick; a picture appears once its bytes are read. */
export function usePickUrls(
  userId: string,
  picks: readonly (Pick | null)[],
): ReadonlyMap<string, string> {
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map());
  const keys = picks.flatMap((pick) => (pick ? [pick.key] : [])).join(" ");
  useEffect(() => {
    const made: string[] = [];
    let wanted = true;
    void Promise.all(
      keys.split(" ").map(async (key) => {
        const blob = key ? await readBlob(userId, key) : null;
        if (!blob || !wanted) return;
        const url = URL.createObjectURL(blob);
        made.push(url);
        setUrls((held) => new Map(held).set(key, url));
      }),
    );
    return () => {
      wanted = false;
      for (const url of made) URL.revokeObjectURL(url);
    };
  }, [userId, keys]);
  return urls;
}
