/** The choice of a sentence for a broken rule, and its values; `FieldErrorCode::sentence` of the crate does the same. */

export function sentenceKey({ code, params }) {
  return code === "length" && (params.min ?? 0) <= 1 ? "length_up_to" : code;
}

export function fill(sentences, error, label) {
  const values = { ...error.params, label };
  return sentences[sentenceKey(error)].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}
