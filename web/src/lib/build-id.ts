/** Which build this page came from. */

/** Null where there is none, as while developing. */
export function ownBuildId(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="build-id"]')?.content || null;
}
