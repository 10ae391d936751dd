/** Expectations altered so that they no longer hold, to see that each is noticed. */

/** Pairs of a name and the line with one thing altered in what `parseProfile` must answer. */
export function* alterations(told) {
  for (const [kind, alter] of Object.entries(kinds)) {
    const expected = JSON.parse(told.parsed);
    const answer = expected.payload ?? expected.refusal;
    if (alter(answer, expected) === false) continue;
    yield [kind, { ...told, parsed: JSON.stringify(expected) }];
  }
}

/** What is altered; `false` where there is nothing to alter. */
const kinds = {
  "code of an error": ({ fields }) => onLast(fields, (error) => (error.code += "d")),
  "path of an error": ({ fields }) => onLast(fields, (error) => (error.path += "[0]")),
  "params of an error": ({ fields }) =>
    onLast(fields, ({ params }) => (params.max = (params.max ?? 0) + 1)),
  "missing error": ({ fields }) => onLast(fields, () => fields.pop()),
  "additional error": ({ fields }) => onLast(fields, (error) => fields.push(error)),
  "order of errors": ({ fields }) => fields?.length > 1 && fields.reverse() !== undefined,
  "code of the refusal": (answer) => answer.fields !== undefined && Boolean((answer.code += "0")),
  "member of a payload": (answer) => answer.aboutMe !== undefined && Boolean((answer.aboutMe += "!")),
  "missing member": (answer) => answer.fields === undefined && delete answer.valueItem,
  "verdict": (answer, expected) => {
    delete expected.payload;
    delete expected.refusal;
    const other = answer.fields ? "payload" : "refusal";
    expected[other] = answer;
    return true;
  },
};

/** How many kinds there are. */
export const nKinds = Object.keys(kinds).length;

function onLast(errors, alter) {
  if (!errors?.length) return false;
  alter(errors[errors.length - 1]);
  return true;
}
