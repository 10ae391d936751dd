/** The build of this page. */

/** Returns the id of the build that this page came from; null while developing. */
export function ownBuildId(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="build-id"]')?.content || null;
}
