/** The choice of a sentence for a broken rule, and its values; `FieldErrorCode::sentence` of the crate does the same. */

export function sentenceKey({ code, params }) {
  return code === "length" && (params.min ?? 0) <= 1 ? "length_up_to" : code;
}

export function fill(sentences, error, label) {
  const values = { ...error.params, label };
  // A newer server may have a newer code.
  const sentence = sentences[sentenceKey(error)] ?? error.code;
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}
