/** The page on which a reviewer signs in with a passkey. */
import { fetchSignInOptions, signIn } from "#/api/review-session";
import type { MessageId } from "#/i18n/message-id";
import { useText } from "#/i18n/use-text";
import { useAct } from "#/lib/use-act";
import { navigate } from "#/navigation/navigation";
import { Banner } from "#/ui/banner";
import { Button } from "#/ui/button";
import { Icon } from "#/ui/icon";
import { Frame } from "./frame";
import { askForPasskey, hasPasskeys, signInProblem } from "./passkeys";
import { loadReviewer, takeReturnTo } from "./session";

export function SignInScreen() {
  const t = useText();
  const { isBusy, error, run } = useAct();
  const start = () =>
    run(async () => {
      await signIn(await askForPasskey(await fetchSignInOptions()));
      await loadReviewer();
      await navigate(takeReturnTo(), { replace: true });
    });
  const failure = error === null ? null : signInProblem(error);
  const problem: MessageId | null = hasPasskeys() ? failure : "console.passkey.unsupported";
  return (
    <Frame isNarrow title={t("console.signIn.title")}>
      <p>{t("console.signIn.text")}</p>
      {problem ? <Banner tone="danger">{t(problem)}</Banner> : null}
      {hasPasskeys() ? (
        <Button isBusy={isBusy} onClick={() => void start()}>
          <Icon name="lock" />
          {t("console.signIn.button")}
        </Button>
      ) : null}
      <p className="text-sm text-muted">{t("console.signIn.lost")}</p>
    </Frame>
  );
}
