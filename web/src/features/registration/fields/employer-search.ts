/** Finds employers by what a person types: a part of the name, a domain, or a whole address. */
import type { Employer } from "../../../core/core";

/** The employers that fit, in the order of the list; all of them while nothing is typed. */
export function findEmployers(employers: readonly Employer[], typed: string): Employer[] {
  const query = fold(typed);
  const host = query.includes("@") ? query.slice(query.lastIndexOf("@") + 1) : null;
  if (host) return employers.filter(({ domains }) => domains.some((held) => fits(host, held)));
  const words = query.split(" ").filter(Boolean);
  return employers.filter(({ name, domains }) => {
    const known = [fold(name), ...domains].join(" ");
    return words.every((word) => known.includes(word));
  });
}

/** Still being typed, or the mailbox's own host below the employer's domain. */
function fits(host: string, domain: string): boolean {
  return domain.startsWith(host) || host.endsWith(`.${domain}`);
}

/** Case, width and accents make no difference. */
function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/gu, " ").trim();
}
