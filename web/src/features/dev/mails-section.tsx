/** The mails that the mock server only pretends to send: confirmation codes among them. */
import { useCallback, useEffect, useState } from "react";
import { fetchMockMails, type MockMail } from "../../api/mock-mails";
import { useText } from "../../i18n/use-text";
import { findConfig } from "../../lib/config";
import { Button } from "../../ui/button";
import { Section } from "../../ui/section";

/** Nothing where mails are really sent. */
export function MailsSection() {
  return findConfig()?.mockEnable ? <Mails /> : null;
}

function Mails() {
  const t = useText();
  const [mails, setMails] = useState<readonly MockMail[] | null>([]);
  const look = useCallback(() => {
    fetchMockMails().then(setMails, () => setMails(null));
  }, []);
  useEffect(look, [look]);
  return (
    <Section title={t("dev.mails.title")}>
      {mails?.length ? null : (
        <p className="text-muted">{t(mails ? "dev.mails.empty" : "dev.mails.failed")}</p>
      )}
      <ol className="flex flex-col gap-3">
        {mails?.map(({ to, subject, text, sentAt }) => (
          <li key={`${sentAt} ${to} ${text}`} className="rounded-md bg-sunken p-3 wrap-anywhere">
            <p className="text-sm text-muted">
              {new Date(sentAt).toLocaleTimeString()} · {to}
            </p>
            <p className="font-semibold">{subject}</p>
            <p className="font-mono text-sm whitespace-pre-wrap">{text}</p>
          </li>
        ))}
      </ol>
      <Button look="secondary" onClick={look}>
        {t("dev.mails.refresh")}
      </Button>
    </Section>
  );
}
