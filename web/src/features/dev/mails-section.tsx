/** The mails, such as confirmation codes, that a server in mock mode stores instead of sending. */
import { useCallback, useEffect, useState } from "react";
import { fetchMockMails, type MockMail } from "#/api/mock-mails";
import { useText } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";
import { Button } from "#/ui/button";
import { Card } from "#/ui/card";

export function MailsSection() {
  return findConfig()?.mockEnable ? <Mails /> : null;
}

function Mails() {
  const t = useText();
  const [mails, setMails] = useState<readonly MockMail[] | null>([]);
  const refresh = useCallback(() => {
    fetchMockMails().then(setMails, () => setMails(null));
  }, []);
  useEffect(refresh, [refresh]);
  return (
    <Card title={t("dev.mails.title")}>
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
      <Button variant="secondary" onClick={refresh}>
        {t("dev.mails.refresh")}
      </Button>
    </Card>
  );
}
