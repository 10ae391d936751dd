/** The page of a case. The reviewer who holds the case decides it here; other reviewers see its state. */
import { useLingui } from "@lingui/react";
import { failureCode, hasCode } from "#/api/error";
import { type CaseResponse, fetchCase } from "#/api/review-cases";
import { Frame } from "#/console/frame";
import { type Polled, usePolled } from "#/console/use-polled";
import { currentLanguage, useText } from "#/i18n/use-text";
import { caseIdOf } from "#/lib/paths";
import { usePlace } from "#/navigation/navigation";
import { Banner } from "#/ui/banner";
import { Button, Spinner } from "#/ui/button";
import { CaseClosed } from "./case-closed";
import { CaseDesk } from "./case-desk";
import { QueueLink } from "./queue-link";

export function CaseScreen() {
  const { pathname } = usePlace();
  const id = caseIdOf(pathname);
  // While this page is still drawn, the address may already be that of the next page, which has no case id.
  return id === null ? null : <OpenCase key={id} id={id} />;
}

function OpenCase({ id }: { id: number }) {
  const t = useText();
  const { answer: response, error, reload } = useCase(id);
  if (!response) {
    return error ? (
      <Failed id={id} error={error} reload={reload} />
    ) : (
      <Frame title={t("console.case.title", { id })}>
        <Spinner label={t("shell.loading")} />
      </Frame>
    );
  }
  const { claim, facts } = response;
  if (claim && facts) {
    // A new claim has its own lease and version of the case, so the key makes React replace the component.
    return (
      <CaseDesk
        key={claim.fence}
        summary={response.summary}
        claim={claim}
        facts={facts}
        reload={reload}
      />
    );
  }
  return <CaseClosed response={response} error={error} reload={reload} />;
}

function useCase(id: number) {
  useLingui();
  // The server sends the facts in the page's language, so a change of the language fetches the facts again.
  const language = currentLanguage();
  return usePolled(`${id} ${language}`, () => fetchCase(id, language), isFollowed);
}

/**
 * Returns false if the page must stop polling the case, because the case is gone (E003), the reviewer may not see the
 * case (E008), or the reviewer holds the case, so that only the reviewer can change it.
 */
function isFollowed({ answer, error }: Polled<CaseResponse>): boolean {
  if (error) return !hasCode(error, "E003") && !hasCode(error, "E008");
  return !answer?.claim;
}

function Failed({ id, error, reload }: { id: number; error: unknown; reload: () => void }) {
  const t = useText();
  const isGone = hasCode(error, "E003");
  const isForbidden = hasCode(error, "E008");
  const words = isGone ? "console.case.gone" : isForbidden ? "console.case.forbidden" : null;
  return (
    <Frame title={t("console.case.title", { id })} eyebrow={<QueueLink />}>
      <Banner tone="danger" title={t(words ?? `failure.${failureCode(error)}`)} />
      {words ? null : (
        <Button variant="secondary" onClick={reload}>
          {t("shell.retry")}
        </Button>
      )}
    </Frame>
  );
}
