/** The page that is shown while another page loads. */
import { useText } from "#/i18n/use-text";
import { Spinner } from "#/ui/button";
import { Page } from "#/ui/page";

export function PendingPage() {
  const t = useText();
  return (
    <Page>
      <Spinner label={t("shell.loading")} />
    </Page>
  );
}
