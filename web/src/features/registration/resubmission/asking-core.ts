/** The core for someone who is asked about a few fields: it judges these only, and its payload has no others. */
import type { Core, ProfileDraft, Rejection } from "../../../core/core";
import type { FormError } from "../form/form-errors";
import { fieldOfPath } from "../form/page-table";

/** The errors that somebody can mend who is asked for these fields, and has no page for others. */
export function onlyAsked<Found extends Pick<FormError, "path">>(
  fields: readonly string[],
  errors: readonly Found[],
): Found[] {
  return errors.filter(({ path }) => fields.includes(fieldOfPath(path)));
}

/** `documentName` is the document that the server has already. */
export function coreAsking(core: Core, fields: readonly string[], documentName: string): Core {
  return {
    ...core,
    checkProfile(draft, today): Rejection | null {
      const refusal = core.checkProfile(draft, today);
      if (!refusal) return null;
      // Nobody is asked to mend what nobody asked about.
      const own = onlyAsked(fields, refusal.fields);
      return own.length > 0 ? { ...refusal, fields: own } : null;
    },
    // The server reads a draft as well as the core does, together with what it has stored.
    parseProfile: (draft) => ({ payload: answersOf(draft, fields, documentName) }),
  };
}

/**
 * The asked fields. What is not sent stays as it is on the server: a document that is still the
 * same, and a place of which this device knows nothing.
 */
function answersOf(
  draft: ProfileDraft,
  fields: readonly string[],
  documentName: string,
): ProfileDraft {
  const answers = Object.entries(draft).flatMap(([field, value]: [string, unknown]) => {
    if (!fields.includes(field) || value === undefined || value === null) return [];
    if (field === "verifyTempFileName" && value === documentName) return [];
    return [[field, Array.isArray(value) ? value.filter((item) => item !== null) : value]];
  });
  return Object.fromEntries(answers) as ProfileDraft;
}
