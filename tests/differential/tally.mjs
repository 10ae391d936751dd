/** The result of a run: the number of comparisons, and the first differences in full. */
import { inspect } from "node:util";

/** The number of differences to print. */
const shown = 5;
const inFull = { depth: null, maxArrayLength: null, maxStringLength: null };

export class Tally {
  nPayloads = 0;
  nAsObjects = 0;
  nAccepted = 0;
  nErrors = 0;
  nDifferences = 0;
  #byCode = new Map();

  add({ answer, asObject, differences }) {
    this.nPayloads += 1;
    if (asObject) this.nAsObjects += 1;
    if (answer.parseProfile?.payload) this.nAccepted += 1;
    this.#count(answer.parseProfile?.refusal);
    this.#count(answer.checkProfile);
    for (const difference of differences) {
      this.nDifferences += 1;
      if (this.nDifferences <= shown) console.log("difference:", inspect(difference, inFull));
    }
  }

  #count(refusal) {
    if (!refusal?.fields) return;
    const codes = refusal.fields.length > 0 ? refusal.fields : [refusal];
    this.nErrors += codes.length;
    for (const { code } of codes) this.#byCode.set(code, (this.#byCode.get(code) ?? 0) + 1);
  }

  print(seed) {
    const codes = [...this.#byCode].sort((a, b) => b[1] - a[1]);
    for (const [code, count] of codes) console.log(`${String(count).padStart(10)} ${code}`);
    console.log(`${String(this.nAsObjects).padStart(10)} payloads also as objects`);
    const scope = `${this.nAccepted} accepted, ${this.nErrors} errors, seed ${seed}`;
    console.log(`compared ${this.nPayloads} payloads (${scope}): ${this.nDifferences} differences`);
  }
}
