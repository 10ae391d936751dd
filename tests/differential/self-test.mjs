/** Expectations altered so that they no longer hold, to see that each is noticed. */

/** Pairs of a name and the line with one thing altered in what `parseProfile` must answer. */
export function* alterations(told) {
  for (const [kind, alter] of Object.entries(kinds)) {
    const altered = alter(JSON.parse(told.parsed));
    if (altered) yield [kind, { ...told, parsed: JSON.stringify(altered) }];
  }
}

/** The altered answer; nothing where there is nothing to alter. */
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

/** How many kinds there are. */
export const nKinds = Object.keys(kinds).length;

/** Puts other errors in place of these, of which the last stands by itself. */
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
