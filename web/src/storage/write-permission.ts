/**
 * The permission of this window to change the stored form of an account. A window that has lost the
 * form to another one may still be at work: a picture that it prepares would otherwise end in a list
 * of photos over that of the other window.
 */
const permissions = new Map<string, () => boolean>();

/**
 * Asks `mayWrite` before each change of this account's records, until the returned function is
 * called. Deletions by `deleteRecords()` do not ask: they follow an event, whichever window sees it.
 */
export function limitWrites(account: string, mayWrite: () => boolean): () => void {
  permissions.set(account, mayWrite);
  return () => {
    if (permissions.get(account) === mayWrite) permissions.delete(account);
  };
}

export function mayWrite(account: string): boolean {
  return permissions.get(account)?.() ?? true;
}
