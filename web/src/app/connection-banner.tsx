/** Says that the server is out of reach, on every page, for as long as it is. */
import { useText } from "../i18n/use-text";
import { Icon } from "../icons/icon";
import { useSession } from "../session/session";

export function ConnectionBanner() {
  const t = useText();
  const { registration } = useSession();
  return (
    <div role="status">
      {registration === "unreachable" ? (
        <p className="flex items-center justify-center gap-2 bg-ink px-4 py-2 text-sm text-bg">
          <Icon name="lucide:wifi-off" className="size-4" />
          {t("shell.offlineBanner")}
        </p>
      ) : null}
    </div>
  );
}
