/** The page of a case: to decide it, or to see who has it. */
import { failureCode, hasCode } from "#/api/error";
import { Frame } from "#/console/frame";
import { useText } from "#/i18n/use-text";
import { caseIdOf } from "#/lib/paths";
import { usePlace } from "#/navigation/navigation";
import { Banner } from "#/ui/banner";
import { Button, Spinner } from "#/ui/button";
import { CaseClosed } from "./case-closed";
import { CaseDesk } from "./case-desk";
import { QueueLink } from "./queue-link";
import { useCase } from "./use-case";

export function CaseScreen() {
  const { pathname } = usePlace();
  const id = caseIdOf(pathname);
  // The place may be ahead of this page for a moment.
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
    // Another claim is other work: the lease and the version begin again.
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
