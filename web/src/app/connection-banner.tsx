/** Says on every page that the server is out of reach. */
import { useText } from "../i18n/use-text";
import { useSession } from "../session/session";

export function ConnectionBanner() {
  const t = useText();
  const { registration } = useSession();
  return (
    <div role="status">
      {registration === "unreachable" ? (
        <p className="bg-ink px-4 py-2 text-center text-sm text-bg">{t("shell.offlineBanner")}</p>
      ) : null}
    </div>
  );
}
