/** The privacy policy, in a dialog above any page. */
import { useText } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";
import type { OverlayProps } from "#/overlays/overlays";
import { Button } from "#/ui/button";
import { Dialog } from "#/ui/dialog";

const policySections = [
  "kept",
  "purpose",
  "seen",
  "place",
  "photos",
  "documents",
  "line",
  "device",
  "howLong",
  "rights",
] as const;

export function PrivacyDialog({ isOpen, close }: OverlayProps<void>) {
  const t = useText();
  const list = t("vocabulary.shownToOthers");
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
        <p className="pb-4 text-muted">{t("privacy.intro")}</p>
        {policySections.map((section) => (
          <div key={section} className="pb-4">
            <h3 className="pb-1 font-bold">{t(`privacy.${section}.title`)}</h3>
            <p className="whitespace-pre-line">{t(`privacy.${section}.text`, { list })}</p>
          </div>
        ))}
        <Contact />
      </section>
    </Dialog>
  );
}

function Contact() {
  const t = useText();
  const contact = findConfig()?.contact;
  if (!contact) return <p>{t("privacy.contact.official")}</p>;
  const [before, after] = t("privacy.contact", { contact: "\n" }).split("\n");
  return (
    <p>
      {before}
      <a
        href={contact.startsWith("https:") ? contact : `mailto:${contact}`}
        target="_blank"
        rel="noreferrer"
        className="wrap-anywhere"
      >
        {contact}
      </a>
      {after}
    </p>
  );
}
