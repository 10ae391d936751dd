/** The person's picture beside their name, and the way to change it. */
import { type ChangeEvent, useRef } from "react";
import type { AvatarPicture } from "../../api/avatar";
import { useText } from "../../i18n/use-text";
import { Icon } from "../../icons/icon";
import { imageAttributes } from "../../image/attributes";
import { openOverlay } from "../../overlays/overlays";
import { addToast } from "../../toasts/toasts";
import { Avatar } from "../../ui/avatar";
import { Button } from "../../ui/button";
import { loadChunkNow } from "../../version/load-chunk";

interface Props {
  nickname: string;
  url: string | null;
  onChanged: (picture: AvatarPicture) => void;
}

export function AvatarEditor({ nickname, url, onChanged }: Props) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  // Half as large again as it is drawn: most phones have three pixels for each of the page's.
  const picture = url
    ? imageAttributes(url, { preset: "avatar", widthPx: 72, heightPx: 72 })
    : undefined;

  const pick = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // The same file may be picked again.
    target.value = "";
    if (!file) return;
    const dialog = await loadChunkNow(() => import("./avatar-dialog")).catch(() => null);
    if (!dialog) {
      addToast(t("ui.notOpened"), { color: "red" });
      return;
    }
    const picture = await openOverlay(dialog.AvatarDialog, { file }).result;
    if (!picture) return;
    onChanged(picture);
    addToast(t("profile.avatar.changed"), { color: "green" });
  };

  return (
    <div className="flex items-center gap-4">
      <Avatar alt="" name={nickname} src={picture?.src} srcSet={picture?.srcSet} size="3xl" />
      <Button look="secondary" onClick={() => input.current?.click()}>
        <Icon name="lucide:camera" />
        {t("profile.avatar.change")}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={t("profile.avatar.title")}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => void pick(event)}
      />
    </div>
  );
}
