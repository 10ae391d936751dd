/** Altered expectations, each of which the comparison must notice. */

/**
 * Yields the name of each alteration, with the line whose expected `parseProfile` answer is
 * altered.
 */
export function* alterations(line) {
  for (const [kind, alter] of Object.entries(kinds)) {
    const altered = alter(JSON.parse(line.parsed));
    if (altered) yield [kind, { ...line, parsed: JSON.stringify(altered) }];
  }
}

/** The alterations. Each returns the altered answer, or nothing if it does not apply. */
const kinds = {
  "code of an error": withErrors((errors, last) => [...errors, { ...last, code: "other" }]),
  "path of an error": withErrors((errors, last) => [
    ...errors,
    { ...last, path: `${last.path}[0]` },
  ]),
  "params of an error": withErrors((errors, last) => [...errors, { ...last, params: { max: -1 } }]),
  "missing error": withErrors((errors) => errors),
  "additional error": withErrors((errors, last) => [...errors, last, last]),
  "order of errors": withErrors((errors, last) => errors.length > 0 && [last, ...errors]),
  "code of the refusal": ({ refusal }) => refusal && { refusal: { ...refusal, code: "E500" } },
  "member of a payload": withPayload((payload) => ({ ...payload, latitude: -0.5 })),
  "missing member": withPayload(({ valueItem, ...payload }) => payload),
  "order of members": withPayload(({ account, ...payload }) => ({ ...payload, account })),
  verdict: ({ payload, refusal }) => (refusal ? { payload: refusal } : { refusal: payload }),
};

/** The number of kinds. */
export const nKinds = Object.keys(kinds).length;

/** Replaces the errors with those that `others` makes of all but the last, and of the last. */
function withErrors(others) {
  return ({ refusal }) => {
    const last = refusal?.fields.pop();
    const fields = last && others(refusal.fields, last);
    return fields && { refusal: { ...refusal, fields } };
  };
}

function withPayload(other) {
  return ({ payload }) => payload && { payload: other(payload) };
}
