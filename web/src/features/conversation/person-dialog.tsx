/** The card of the other person of a match. */
import type { PersonOnCard } from "#/api/introductions";
import type { Lists } from "#/core/lists";
import { cardOf } from "#/features/member/card";
import { Gallery } from "#/features/member/gallery";
import { matches } from "#/features/member/resources";
import { PersonCard } from "#/features/profile/person-card";
import { useText } from "#/i18n/use-text";
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
