/**
 * The preview of the message to the member, first in the language in which the member last opened the app. The
 * components and texts of the members' pages draw it, so that the reviewer reads what the member will read.
 */
import type { I18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { useState } from "react";
import type { CaseAction, CaseFacts, CaseKind, Reason } from "#/api/review-cases";
import type { ReviewStatus } from "#/core/core";
import { LatestDecision } from "#/features/edit/latest-decision";
import { StatusCard } from "#/features/profile/status-card";
import { type Language, languageNames, languages } from "#/i18n/languages";
import { loadMembersMessages } from "#/i18n/load-console";
import { currentLanguage, useText } from "#/i18n/use-text";
import { useAsked } from "#/lib/use-asked";
import { ReasonList } from "#/member/reason-list";
import { Spinner } from "#/ui/button";
import { surfaceClass } from "#/ui/card";

interface Props {
  kind: CaseKind;
  action: CaseAction;
  facts: CaseFacts;
  reasons: readonly Reason[];
}

/** The status of the profile after a decision. A decision that is not in this list leaves the status unchanged. */
const statuses: Partial<Record<CaseAction, ReviewStatus>> = {
  APPROVE: "APPROVED",
  ASK_FOR_INFO: "NEEDS_INFO",
  REJECT: "REJECTED",
  SUSPEND: "SUSPENDED",
};

export function Preview({ kind, action, facts, reasons }: Props) {
  const t = useText();
  const [language, setLanguage] = useState<Language>(
    () => facts.memberLanguage ?? currentLanguage(),
  );
  const messages = useMembersMessages(language);
  const status = statuses[action];
  const complete = reasons.filter(({ code }) => code !== "");
  return (
    <section aria-labelledby="preview-title" className="flex flex-col gap-2">
      <h3 id="preview-title" className="font-semibold">
        {t("console.preview.title")}
      </h3>
      <fieldset className="m-0 flex min-w-0 flex-wrap gap-2 border-0 p-0">
        <legend className="sr-only">{t("shell.language")}</legend>
        {languages.map((other) => (
          <button
            key={other}
            type="button"
            lang={other}
            aria-pressed={other === language}
            onClick={() => setLanguage(other)}
            className={`min-h-11 rounded-full border px-4 text-sm font-semibold ${
              other === language
                ? "border-accent bg-accent text-on-accent"
                : "border-control bg-surface text-ink"
            }`}
          >
            {languageNames[other]}
            {other === facts.memberLanguage ? ` · ${t("console.preview.ofMember")}` : null}
          </button>
        ))}
      </fieldset>
      {messages === "failed" ? (
        <p role="alert" className="text-danger">
          {t("shell.languageNotLoaded")}
        </p>
      ) : messages === null || messages.locale !== language ? (
        <Spinner label={t("shell.loading")} />
      ) : (
        <div lang={language} data-preview={language}>
          <I18nProvider i18n={messages}>
            {kind === "CHANGE" ? (
              <ChangeMessage action={action} facts={facts} reasons={complete} />
            ) : action === "WARN" || action === "REMOVE_CONTENT" ? (
              <NewsMessage action={action} reasons={complete} />
            ) : status ? (
              <StatusCard status={status} reasons={complete} />
            ) : null}
          </I18nProvider>
        </div>
      )}
    </section>
  );
}

function NewsMessage({
  action,
  reasons,
}: { action: "WARN" | "REMOVE_CONTENT" } & Pick<Props, "reasons">) {
  const t = useText();
  return (
    <div className={`flex flex-col gap-2 p-4 ${surfaceClass}`}>
      <p className="font-bold">{t(action === "WARN" ? "news.WARNED" : "news.CONTENT_REMOVED")}</p>
      <ReasonList reasons={reasons} />
    </div>
  );
}

function ChangeMessage({ action, facts, reasons }: Omit<Props, "kind">) {
  const changed = facts.sections.flatMap(({ rows }) =>
    rows.flatMap(({ field, before }) => (before === null ? [] : [field])),
  );
  const decidedAt = new Date().toISOString();
  const outcome = action === "APPROVE" ? "ACCEPTED" : "REFUSED";
  return (
    <LatestDecision decision={{ outcome, fields: changed, reasons: [...reasons], decidedAt }} />
  );
}

function useMembersMessages(language: Language): I18n | "failed" | null {
  const { answer, error } = useAsked(() => loadMembersMessages(language), language);
  return error === null ? answer : "failed";
}
