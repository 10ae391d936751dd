/** The Network Information API, which not every browser has. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/**
 * Returns whether the page may load parts that the person has not opened yet. Returns false if the person wants to save
 * data, or if the network is so slow that prefetching would slow down the open page.
 */
export function prefetchAllowed(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return !connection?.saveData && !connection?.effectiveType?.endsWith("2g");
}
