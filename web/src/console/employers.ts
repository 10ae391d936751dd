/** The employers of the catalogue by id, and a search among them. */
import type { Employer } from "#/core/core";
import { employers } from "#/core/review-rules";

const byId = new Map(employers.map((employer) => [employer.id, employer]));

/** The longest list of matches that a person reads. */
const maxMatches = 8;

export const allEmployers: readonly Employer[] = employers;

/** Returns the name of an employer: of the catalogue, or the one that a reviewer wrote. */
export function employerText(employerId: string, employerName: string): string {
  return byId.get(employerId)?.name ?? (employerName || employerId);
}

/** Returns the employers whose name or domain has the typed words, those that begin with them first. */
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
