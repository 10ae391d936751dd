/** The dialog that opens when both members have said yes. */
import type { PersonOnCard } from "#/api/introductions";
import { useText } from "#/i18n/use-text";
import { AppImage } from "#/image/app-image";
import { thumbhashUrl } from "#/image/thumbhash";
import type { OverlayProps } from "#/overlays/overlays";
import { Button } from "#/ui/button";
import { Dialog } from "#/ui/dialog";

interface Props extends OverlayProps<boolean> {
  person: PersonOnCard;
}

/** Closes with the result true if the member wants to write a note now. */
export function MatchDialog({ isOpen, close, person }: Props) {
  const t = useText();
  const name = person.nickname;
  const [photo] = person.photos;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => close()}
      title={t("member.match.title")}
      closeLabel={t("ui.close")}
      actions={
        <>
          <Button variant="secondary" onClick={() => close()}>
            {t("member.match.later")}
          </Button>
          <Button onClick={() => close(true)}>{t("member.match.write")}</Button>
        </>
      }
    >
      <div className="flex flex-col items-center gap-4">
        {photo ? (
          <AppImage
            src={photo.url}
            alt=""
            preset="tile"
            placeholder={thumbhashUrl(photo.thumbhash)}
            className="aspect-3/4 w-40 rounded-lg object-cover"
          />
        ) : null}
        <p className="m-0 text-center text-lg">{t("member.match.text", { name })}</p>
      </div>
    </Dialog>
  );
}
