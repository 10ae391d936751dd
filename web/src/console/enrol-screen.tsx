/** The page of an enrolment link: the reviewer creates a passkey, and is signed in. */
import { useState } from "react";
import { enrol, fetchEnrolmentOptions } from "#/api/review-session";
import type { MessageId } from "#/i18n/message-id";
import { useText } from "#/i18n/use-text";
import { reviewPaths } from "#/lib/paths";
import { useAct } from "#/lib/use-act";
import { useAsked } from "#/lib/use-asked";
import { navigate } from "#/navigation/navigation";
import { Banner } from "#/ui/banner";
import { Button, Spinner } from "#/ui/button";
import { dropEnrolmentToken, enrolmentToken } from "./enrolment-token";
import { Frame } from "./frame";
import { createPasskey, enrolmentProblem, hasPasskeys } from "./passkeys";
import { loadReviewer } from "./session";

/** The errors after which the link cannot be used any more. */
const final: readonly MessageId[] = ["console.enrol.late", "console.enrol.used"];

export function EnrolScreen() {
  const t = useText();
  const token = enrolmentToken();
  const first = firstProblem(token);
  const asked = useAsked(async () => (token && !first ? await fetchEnrolmentOptions(token) : null));
  const found = asked.answer;
  const [refusal, setRefusal] = useState<MessageId | null>(null);
  const { isBusy, run } = useAct((error) => {
    setRefusal(enrolmentProblem(error));
    // The challenge may have expired while the browser waited for the reviewer, so fetch a new one.
    asked.retry();
  });
  const problem = first ?? refusal ?? (asked.error ? enrolmentProblem(asked.error) : null);

  const create = async () => {
    if (!found || token === null) return;
    setRefusal(null);
    await run(async () => {
      await enrol(token, await createPasskey(found.options));
      dropEnrolmentToken();
      await loadReviewer();
      await navigate(reviewPaths.queue, { replace: true });
    });
  };
  const isOver = problem !== null && (final.includes(problem) || first !== null);
  return (
    <Frame
      isNarrow
      title={found ? t("console.enrol.hello", { name: found.name }) : t("console.enrol.title")}
    >
      {isOver ? null : <p>{t("console.enrol.text")}</p>}
      {problem ? <Banner tone="danger">{t(problem)}</Banner> : null}
      {isOver ? null : found || isBusy ? (
        <Button isBusy={isBusy} onClick={() => void create()}>
          {t("console.enrol.create")}
        </Button>
      ) : problem ? (
        <Button
          variant="secondary"
          onClick={() => {
            setRefusal(null);
            asked.retry();
          }}
        >
          {t("shell.retry")}
        </Button>
      ) : (
        <Spinner label={t("shell.loading")} />
      )}
    </Frame>
  );
}

function firstProblem(token: string | null): MessageId | null {
  if (!hasPasskeys()) return "console.passkey.unsupported";
  return token === null ? "console.enrol.noToken" : null;
}
