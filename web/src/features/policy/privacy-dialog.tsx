/** The privacy policy, in a dialog above any page. */
import { useText } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";
import type { OverlayProps } from "#/overlays/overlays";
import { Button } from "#/ui/button";
import { Dialog } from "#/ui/dialog";
import { WithLink } from "#/ui/with-link";
import { PolicyText } from "./policy-text";

export function PrivacyDialog({ isOpen, close }: OverlayProps<void>) {
  const t = useText();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => close()}
      title={t("privacy.title")}
      closeLabel={t("ui.close")}
      actions={<Button onClick={() => close()}>{t("privacy.close")}</Button>}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what has the focus. */}
      <section tabIndex={0} aria-label={t("privacy.title")} className="rounded-sm">
        <PolicyText t={t} Heading="h3" />
        <Contact />
      </section>
    </Dialog>
  );
}

function Contact() {
  const t = useText();
  const contact = findConfig()?.contact;
  if (!contact) return <p>{t("privacy.contact.official")}</p>;
  return (
    <p>
      <WithLink text={t("privacy.contact", { contact: "\n" })}>
        <a
          href={contact.startsWith("https:") ? contact : `mailto:${contact}`}
          target="_blank"
          rel="noreferrer"
          className="wrap-anywhere"
        >
          {contact}
        </a>
      </WithLink>
    </p>
  );
}
