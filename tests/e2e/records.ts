/** The records of the person in the app's localStorage. Their keys are `enmusubi:ACCOUNT:NAME`. */
import type { Page } from "@playwright/test";

/** Returns the key of the record of this name, or null. A device of two people has two of a name. */
export function keyOfRecord(page: Page, name: string): Promise<string | null> {
  return page.evaluate(
    (wanted) => Object.keys(localStorage).find((key) => key.endsWith(`:${wanted}`)) ?? null,
    name,
  );
}

/** Returns the stored text of a record, or null. */
export function readRecord(page: Page, name: string): Promise<string | null> {
  return page.evaluate((wanted) => {
    const key = Object.keys(localStorage).find((stored) => stored.endsWith(`:${wanted}`));
    return key === undefined ? null : localStorage.getItem(key);
  }, name);
}

/** Returns the names of all records of all people on the device. */
export function listRecords(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage).flatMap((key) => {
      const [prefix, , name] = key.split(":");
      return prefix === "enmusubi" && name !== undefined ? [name] : [];
    }),
  );
}

/** Returns the texts and entries of members that the server does not have yet. */
export const listUnsent = (page: Page): Promise<unknown[]> =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const opening = indexedDB.open("enmusubi");
        opening.onsuccess = () => {
          const all = opening.result.transaction("unsent").objectStore("unsent").getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result);
          };
        };
      }),
  );
