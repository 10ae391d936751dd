/** Takes the next free case of the queue and opens it. */
import { hasCode } from "#/api/error";
import {
  type CaseClaim,
  type CaseFilter,
  claimCase,
  claimNextCase,
  fetchCases,
} from "#/api/review-cases";
import { CaseConflict } from "#/api/review-client";
import { limitOf } from "#/console/refusal";
import { casePath } from "#/lib/paths";
import { navigate } from "#/navigation/navigation";

/** The cases that the reviewer has skipped in this tab. The server itself would offer a skipped case again. */
const skipped = new Set<number>();

export function noteSkip(id: number): void {
  skipped.add(id);
}

/** Claims the next case and opens it. Returns false if no case is free. */
export async function openNextCase(filter: CaseFilter): Promise<boolean> {
  const claim = await (skipped.size === 0 ? claimNextCase(filter) : claimUnskipped(filter));
  if (!claim) return false;
  await navigate(casePath(claim.id));
  return true;
}

async function claimUnskipped(filter: CaseFilter): Promise<CaseClaim | null> {
  let after: string | undefined;
  do {
    const page = await fetchCases(filter, { after });
    for (const { id, holder } of page.cases) {
      if (holder !== null || skipped.has(id)) continue;
      const claim = await claimIfFree(id);
      if (claim) return claim;
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
  return null;
}

async function claimIfFree(id: number): Promise<CaseClaim | null> {
  try {
    return await claimCase(id);
  } catch (error) {
    // Skip the case. E003 means that the member has deleted the account. The limit "turn" means that the reviewer has
    // already had the case for two hours.
    const isGone = hasCode(error, "E003") || limitOf(error) === "turn";
    if (error instanceof CaseConflict || isGone) return null;
    throw error;
  }
}
