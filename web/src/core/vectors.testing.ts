/** The vectors of `tests/vectors/profile`, for the tests of the package. */
import { type Case, documentText } from "../../../tests/src/document";

const files = import.meta.glob<Case[]>("../../../tests/vectors/profile/*.json", {
  eager: true,
  import: "default",
});

/** Every file of cases, with its name. */
export const topics: [name: string, cases: Case[]][] = Object.entries(files).map(
  ([path, cases]) => [path.replace(/^.*\/|\.json$/g, ""), cases],
);

/** Returns the document as a value; undefined if it is not JSON, or if the vector is about its length. */
export function documentValue(tested: Case): unknown {
  if (tested.fill?.toBytes) return undefined;
  try {
    return JSON.parse(documentText(tested));
  } catch {
    return undefined;
  }
}
