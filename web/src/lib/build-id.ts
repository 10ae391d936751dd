/** Returns the id of the build that made this page, or null on a development server. */
export function ownBuildId(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="build-id"]')?.content || null;
}
