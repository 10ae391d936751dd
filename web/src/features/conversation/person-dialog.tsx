/** The card of the other person of a match. */
import type { PersonOnCard } from "#/api/introductions";
import type { Lists } from "#/core/lists";
import { useText } from "#/i18n/use-text";
import { cardOf } from "#/member/card";
import { Gallery } from "#/member/gallery";
import { PersonCard } from "#/member/person-card";
import { matches } from "#/member/resources";
import type { OverlayProps } from "#/overlays/overlays";
import { Dialog } from "#/ui/dialog";

interface Props extends OverlayProps<void> {
  person: PersonOnCard;
  lists: Lists;
}

export function PersonDialog({ isOpen, close, person, lists }: Props) {
  const t = useText();
  return (
    <Dialog
      isOpen={isOpen}
      isTall
      onClose={() => close()}
      title={person.nickname}
      closeLabel={t("ui.close")}
    >
      <PersonCard
        person={cardOf({ t, lists, person })}
        gallery={
          <Gallery
            photos={person.photos}
            name={person.nickname}
            onExpired={() => void matches().refresh()}
          />
        }
      />
    </Dialog>
  );
}
