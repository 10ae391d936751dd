/**
 * The rules over several fields, for libraries whose own rules of this kind stop at the first
 * error.
 */
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

/** Reports each violation at its field. */
export function reportCrossed(
  form: Form,
  report: (field: keyof Form, message: string) => void,
): void {
  const { verifyMethod, latitude, longitude } = form;
  if (form.password !== form.account) report("password", "mismatch");
  if (latitude === undefined && longitude !== undefined) report("latitude", "incomplete_pair");
  if (longitude === undefined && latitude !== undefined) report("longitude", "incomplete_pair");
  if (verifyMethod === "WORK_EMAIL" && form.employerId === undefined)
    report("employerId", "required");
  if (verifyMethod === "LINK" && form.reviewLink === undefined) report("reviewLink", "required");
  if (verifyMethod === "DOCUMENT" && form.verifyTempFileName === undefined)
    report("verifyTempFileName", "required");
}
