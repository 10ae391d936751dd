/** Object URLs for picked pictures, released when they are no longer shown. */
import { useEffect, useRef, useState } from "react";
import { readBlob } from "../../../storage/blobs";
import type { Pick } from "./picks";

/** A picture that could not be read may be asked for again after this. */
const againMs = 15_000;

type Urls = ReadonlyMap<string, string>;

/** URLs by the key of the pick; a picture appears once it is prepared and its bytes are read. */
export function usePickUrls(userId: string, picks: readonly (Pick | null)[]): Urls {
  const [urls, setUrls] = useState<Urls>(new Map());
  /** How often reading began anew. */
  const [round, setRound] = useState(0);
  const made = useRef(new Map<string, string>());
  const shown = picks.flatMap((pick) => (pick?.status === "ready" ? [pick.key] : [])).sort();
  const keys = shown.join(" ");

  useEffect(() => {
    const held = made.current;
    let isWanted = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    const wanted = new Set(keys.split(" ").filter(Boolean));
    for (const [key, url] of held) {
      if (wanted.has(key)) continue;
      URL.revokeObjectURL(url);
      held.delete(key);
    }
    for (const key of wanted) {
      if (held.has(key)) continue;
      readBlob(userId, key).then(
        (blob) => {
          if (!blob || !isWanted) return;
          held.set(key, URL.createObjectURL(blob));
          setUrls(new Map(held));
        },
        () => {
          // Nobody knows whether it is still there.
          if (isWanted) again ??= setTimeout(() => setRound((last) => last + 1), againMs);
        },
      );
    }
    return () => {
      isWanted = false;
      clearTimeout(again);
    };
  }, [userId, keys, round]);

  useEffect(() => {
    const held = made.current;
    return () => {
      for (const url of held.values()) URL.revokeObjectURL(url);
      held.clear();
    };
  }, []);
  return urls;
}
