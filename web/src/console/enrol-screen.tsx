/** The page of an enrolment link: the reviewer creates a passkey, and is signed in. */
import { useEffect, useState } from "react";
import { type EnrolmentOptions, enrol, fetchEnrolmentOptions } from "../api/review-session";
import type { MessageId } from "../i18n/message-id";
import { useText } from "../i18n/use-text";
import { useIsShown } from "../lib/is-shown";
import { reviewPaths } from "../lib/paths";
import { useAct } from "../lib/use-act";
import { navigate } from "../navigation/navigation";
import { Banner } from "../ui/banner";
import { Button, Spinner } from "../ui/button";
import { dropEnrolmentToken, enrolmentToken } from "./enrolment-token";
import { Frame } from "./frame";
import { createPasskey, enrolmentProblem, hasPasskeys } from "./passkeys";
import { loadReviewer } from "./session";

/** The errors after which the link leads nowhere any more. */
const final: readonly MessageId[] = ["console.enrol.late", "console.enrol.used"];

export function EnrolScreen() {
  const t = useText();
  const isShown = useIsShown();
  const token = enrolmentToken();
  const [found, setFound] = useState<EnrolmentOptions | null>(null);
  const [problem, setProblem] = useState<MessageId | null>(firstProblem(token));
  const { isBusy, run } = useAct((error) => {
    setProblem(enrolmentProblem(error));
    // The challenge may have expired while the browser asked.
    setFound(null);
    setTries((before) => before + 1);
  });
  const [nTries, setTries] = useState(0);

  // Each try fetches the options again.
  useEffect(() => {
    if (token === null || firstProblem(token)) return;
    fetchEnrolmentOptions(token).then(
      (options) => {
        if (isShown()) setFound(options);
      },
      (error) => {
        if (isShown()) setProblem(enrolmentProblem(error));
      },
    );
  }, [token, nTries, isShown]);

  const create = async () => {
    if (!found || token === null) return;
    setProblem(null);
    await run(async () => {
      await enrol(token, await createPasskey(found.options));
      dropEnrolmentToken();
      await loadReviewer();
      await navigate(reviewPaths.queue, { replace: true });
    });
  };
  const isOver = problem !== null && (final.includes(problem) || firstProblem(token) !== null);
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
            setProblem(null);
            setTries(nTries + 1);
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

/** Returns the problem that is there before any call. */
function firstProblem(token: string | null): MessageId | null {
  if (!hasPasskeys()) return "console.passkey.unsupported";
  return token === null ? "console.enrol.noToken" : null;
}
