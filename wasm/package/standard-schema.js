export function draftSchema(core, options) {
  return schema(options, (value, today, ageProof) => {
    const refusal = core.checkProfile(value, today, ageProof);
    return refusal ? { refusal } : { payload: value };
  });
}

export function payloadSchema(core, options) {
  return schema(options, core.parseProfile);
}

function schema({ today, ageProof, message = ({ code }) => code }, parse) {
  const validate = (value) => {
    const { payload, refusal } = parse(value, today(), ageProof?.());
    if (!refusal) return { value: payload };
    // A document that is no JSON object or too long has a code for the whole.
    const errors =
      refusal.fields.length > 0 ? refusal.fields : [{ path: "", code: refusal.code, params: {} }];
    return {
      issues: errors.map((error) => ({ message: message(error), path: segmentsOf(error.path) })),
    };
  };
  return { "~standard": { version: 1, vendor: "enmusubi", validate } };
}

/** Returns `["valueItem", 2, "from"]` for `valueItem[2].from`. */
function segmentsOf(path) {
  const names = path.match(/[^.[\]]+/g) ?? [];
  return names.map((name) => (/^\d+$/.test(name) ? Number(name) : name));
}
