/** The pages of the console that only show a message. */

import { useState } from "react";
import { failureCode } from "#/api/error";
import { useText } from "#/i18n/use-text";
import { reviewPaths } from "#/lib/paths";
import { reload } from "#/lib/reload";
import { useListener } from "#/lib/use-listener";
import { Link } from "#/navigation/link";
import { usePlace } from "#/navigation/navigation";
import { Button, buttonClass } from "#/ui/button";
import { Icon } from "#/ui/icon";
import { Page } from "#/ui/page";
import { Frame } from "./frame";

/** Asks the reviewer to use another browser, because LINE's browser has no passkeys. */
export function InLine() {
  const t = useText();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    // Some of LINE's browsers refuse to copy. The reviewer can then select the address on the page.
    await navigator.clipboard?.writeText(window.location.href).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <Page title={t("console.inLine.title")} documentTitle={t("console.name")}>
      <p>{t("console.inLine.text")}</p>
      <p className="rounded-md bg-sunken p-3 text-sm wrap-anywhere select-all">
        {window.location.href}
      </p>
      <Button variant="secondary" onClick={() => void copy()}>
        <Icon name={isCopied ? "check" : "globe"} />
        {t(isCopied ? "console.inLine.copied" : "console.inLine.copy")}
      </Button>
    </Page>
  );
}

/** Says that the console could not start, and reloads the page when the network is back. */
export function StartFailed({ error }: { error: unknown }) {
  const t = useText();
  useListener(window, "online", reload);
  return (
    <Page title={t("console.startFailed")} documentTitle={t("console.name")}>
      <p>{t(`failure.${failureCode(error)}`)}</p>
      <Button onClick={reload}>{t("shell.retry")}</Button>
    </Page>
  );
}

export function NotFound() {
  const t = useText();
  const { pathname } = usePlace();
  return (
    <Frame title={t("shell.notFound")}>
      <p className="text-muted">{t("shell.notFoundAdvice")}</p>
      <p className="text-sm text-muted wrap-anywhere">
        {t("shell.notFoundPath", { path: pathname })}
      </p>
      <Link to={reviewPaths.queue} className={`${buttonClass("secondary")} self-start`}>
        {t("console.toQueue")}
      </Link>
    </Frame>
  );
}
