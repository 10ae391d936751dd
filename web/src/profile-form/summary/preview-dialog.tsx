/** The dialog with a preview of the person's card, as other members will see it. */

import { useText } from "#/i18n/use-text";
import { type Person, PersonCard } from "#/member/person-card";
import type { OverlayProps } from "#/overlays/overlays";
import { Button } from "#/ui/button";
import { Dialog } from "#/ui/dialog";

interface Props extends OverlayProps<void> {
  person: Person;
}

export function PreviewDialog({ isOpen, close, person }: Props) {
  const t = useText();
  return (
    <Dialog
      isOpen={isOpen}
      isTall
      onClose={() => close()}
      title={t("register.preview.title")}
      closeLabel={t("ui.close")}
      actions={<Button onClick={() => close()}>{t("register.photo.done")}</Button>}
    >
      <p className="m-0 mb-3 text-sm text-muted">{t("register.preview.hint")}</p>
      {/* The section is focusable. Otherwise, the keyboard could not scroll a card without controls. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll a region only while it has the focus. */}
      <section tabIndex={0} aria-label={t("register.preview.title")}>
        <PersonCard person={person} />
      </section>
    </Dialog>
  );
}
