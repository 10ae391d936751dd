/** For tests: a device on which nothing is kept yet. */
export function emptyStorage(): void {
  window.localStorage.clear();
}
