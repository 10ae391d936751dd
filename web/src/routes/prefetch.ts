/** Whether pages may be fetched before anyone goes there (seed, section 9). */

/** The Network Information API, where a browser has it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Not where people save data, nor on a network on which the page at hand needs all there is. */
export function mayPrefetch(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return !connection?.saveData && !connection?.effectiveType?.endsWith("2g");
}
