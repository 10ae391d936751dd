/** Object URLs of picked pictures. A URL is revoked when the component no longer shows its picture. */

import { useEffect, useRef, useState } from "react";
import { releaseObjectUrl } from "#/lib/object-url";
import { type RetryPolicy, retry } from "#/lib/retry";
import type { PickedFile } from "#/profile-form/files/photo-list";
import { readPrepared } from "#/profile-form/files/photo-storage";

const readPolicy: RetryPolicy = { firstMs: 15_000, factor: 1, maxDelayMs: 15_000 };

type Urls = ReadonlyMap<string, string>;

export function usePhotoUrls(account: string, files: readonly (PickedFile | null)[]): Urls {
  const [urls, setUrls] = useState<Urls>(new Map());
  const created = useRef(new Map<string, string>());
  const shown = files.flatMap((file) => (file?.status === "ready" ? [file.key] : [])).sort();
  const keys = shown.join(" ");

  useEffect(() => {
    const held = created.current;
    const reading = new AbortController();
    const wanted = new Set(keys.split(" ").filter(Boolean));
    for (const [key, url] of held) {
      if (wanted.has(key)) continue;
      releaseObjectUrl(url);
      held.delete(key);
    }
    const show = async (key: string) => {
      const { signal } = reading;
      const blob = await retry(() => readPrepared(account, key), { policy: readPolicy, signal });
      if (!blob || signal.aborted) return;
      held.set(key, URL.createObjectURL(blob));
      setUrls(new Map(held));
    };
    for (const key of wanted) if (!held.has(key)) show(key).catch(() => undefined);
    return () => reading.abort();
  }, [account, keys]);

  useEffect(() => {
    const held = created.current;
    return () => {
      for (const url of held.values()) releaseObjectUrl(url);
      held.clear();
    };
  }, []);
  return urls;
}
