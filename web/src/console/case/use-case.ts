/** Fetches a case, in the language of the page. */
import { useLingui } from "@lingui/react";
import { hasCode } from "#/api/error";
import { type CaseResponse, fetchCase } from "#/api/review-cases";
import { type Polled, usePolled } from "#/console/use-polled";
import { currentLanguage } from "#/i18n/use-text";

/** Returns the case, and a function that fetches it again. */
export function useCase(id: number) {
  useLingui();
  // The facts are in the language of the page.
  const language = currentLanguage();
  return usePolled(`${id} ${language}`, () => fetchCase(id, language), isFollowed);
}

/** Returns false once the reviewer holds the case, whose facts only they fetch again, or may not see it. */
function isFollowed({ answer, error }: Polled<CaseResponse>): boolean {
  if (error) return !hasCode(error, "E003") && !hasCode(error, "E008");
  return !answer?.claim;
}
