/** Decides whether the page may load parts that the person has not opened yet. */

/** The Network Information API, which not every browser has. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Returns false if the person saves data, or if prefetching would slow down the open page. */
export function prefetchAllowed(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return !connection?.saveData && !connection?.effectiveType?.endsWith("2g");
}
