/** The rules that ask several fields, for the libraries whose own words for them stop at the first error. */
type Form = {
  account?: unknown;
  password?: unknown;
  latitude?: unknown;
  longitude?: unknown;
  verifyMethod?: unknown;
  employerId?: unknown;
  reviewLink?: unknown;
  verifyTempFileName?: unknown;
};

/** Tells each rule that is broken, at the field it is told of. */
export function tellCrossed(form: Form, tell: (field: keyof Form, message: string) => void): void {
  const { verifyMethod, verifyTempFileName, latitude, longitude } = form;
  if (form.password !== form.account) tell("password", "mismatch");
  if (latitude === undefined && longitude !== undefined) tell("latitude", "incomplete_pair");
  if (longitude === undefined && latitude !== undefined) tell("longitude", "incomplete_pair");
  if (verifyMethod === "WORK_EMAIL" && form.employerId === undefined)
    tell("employerId", "required");
  if (verifyMethod === "LINK" && form.reviewLink === undefined) tell("reviewLink", "required");
  const isDocument = verifyMethod === "DOCUMENT";
  if (isDocument && verifyTempFileName === undefined) tell("verifyTempFileName", "required");
  if (!isDocument && verifyTempFileName !== undefined) tell("verifyTempFileName", "unexpected");
}
