/** The employers of the catalogue by id, and a search among them. */
import type { Employer } from "#/core/core";
import { employers } from "#/core/review-rules";

const byId = new Map(employers.map((employer) => [employer.id, employer]));

/** The most matches that the search returns. A reviewer does not read a longer list. */
const maxMatches = 8;

export const allEmployers: readonly Employer[] = employers;

export function employerText(employerId: string, employerName: string): string {
  return byId.get(employerId)?.name ?? (employerName || employerId);
}

/** Returns employers whose name or domain contains the typed text. Names that begin with the text come first. */
export function findEmployers(typed: string): Employer[] {
  const wanted = normalise(typed);
  if (wanted === "") return [];
  const found = employers.filter(
    ({ name, domains }) =>
      normalise(name).includes(wanted) || domains.some((domain) => domain.includes(wanted)),
  );
  const begins = ({ name }: Employer) => Number(normalise(name).startsWith(wanted));
  return found.sort((a, b) => begins(b) - begins(a)).slice(0, maxMatches);
}

const normalise = (text: string) => text.normalize("NFKC").trim().toLowerCase();
