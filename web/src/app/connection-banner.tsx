/** Says on every page that the server cannot be reached, and whether the connection or the server is the cause. */
import { useText } from "#/i18n/use-text";
import { useSession } from "#/session/session";

export function ConnectionBanner() {
  const t = useText();
  const { registration, failureSource } = useSession();
  const isOurs = failureSource === "server" || failureSource === "gateway";
  return (
    <div role="status">
      {registration === "unreachable" ? (
        <p className="bg-ink px-4 py-2 text-center text-sm text-balance text-bg">
          {t(isOurs ? "shell.serverProblemBanner" : "shell.offlineBanner")}
        </p>
      ) : null}
    </div>
  );
}
