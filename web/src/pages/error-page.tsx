/** The page for an error of ours, or for an address that no route accepts. */
import { type ErrorComponentProps, SearchParamError } from "@tanstack/react-router";
import { useEffect } from "react";
import { useText } from "../i18n/use-text";
import { isBot } from "../lib/bots";
import { describe, logger } from "../logger/logger";
import { Button } from "../ui/button";
import { Knot } from "../ui/knot";
import { Page } from "../ui/page";
import { NotFoundPage } from "./not-found-page";

export function ErrorPage({ error }: ErrorComponentProps) {
  // A route that refuses its search parameters is the same as an unknown path.
  return error instanceof SearchParamError ? (
    <NotFoundPage isFatal />
  ) : (
    <BrokenPage error={error} />
  );
}

function BrokenPage({ error }: { error: unknown }) {
  const t = useText();
  useEffect(() => logger.fatal(describe(error)), [error]);
  if (isBot(navigator.userAgent)) return null;
  return (
    <Page
      title={t("shell.broken")}
      eyebrow={<Knot status={500} />}
      actions={<Button onClick={() => window.location.reload()}>{t("shell.reload")}</Button>}
    >
      <p className="text-muted">{t("shell.brokenAdvice")}</p>
    </Page>
  );
}
