/** The vectors of `tests/vectors/profile`, as the tests of the package want them. */
import { type Case, documentText } from "../../../tests/src/document";

const files = import.meta.glob<Case[]>("../../../tests/vectors/profile/*.json", {
  eager: true,
  import: "default",
});

/** Every file of cases by its name. */
export const topics: [name: string, cases: Case[]][] = Object.entries(files).map(
  ([path, cases]) => [path.replace(/^.*\/|\.json$/g, ""), cases],
);

/** The document as the form would hold it; undefined where only a text can be read, or be too long. */
export function documentValue(tested: Case): unknown {
  if (tested.fill?.toBytes) return undefined;
  try {
    return JSON.parse(documentText(tested));
  } catch {
    return undefined;
  }
}
