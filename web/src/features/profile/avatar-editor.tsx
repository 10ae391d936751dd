/** The member's picture, and a button that changes it. */
import { type ChangeEvent, useRef } from "react";
import type { AvatarPicture } from "#/api/avatar";
import { useText } from "#/i18n/use-text";
import { imageAttributes } from "#/image/attributes";
import { openDialog } from "#/overlays/open-dialog";
import { addToast } from "#/toasts/toasts";
import { Avatar } from "#/ui/avatar";
import { Button } from "#/ui/button";
import { Icon } from "#/ui/icon";

interface Props {
  nickname: string;
  url: string | null;
  onChanged: (picture: AvatarPicture) => void;
}

export function AvatarEditor({ nickname, url, onChanged }: Props) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  // The picture has 1.5 times the drawn size, so that its 1x and 2x versions also serve screens with up to
  // three device pixels per CSS pixel.
  const picture = url ? imageAttributes(url, "largeAvatar") : undefined;

  const pick = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // If the input kept its value, picking the same file again would fire no change event.
    target.value = "";
    if (!file) return;
    const load = async () => (await import("./avatar-dialog")).AvatarDialog;
    await openDialog(load, { file, onChanged: show });
  };
  const show = (picture: AvatarPicture) => {
    onChanged(picture);
    addToast(t("profile.avatar.changed"), { color: "green" });
  };

  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar alt="" name={nickname} src={picture?.src} srcSet={picture?.srcSet} />
      <Button variant="secondary" className="max-w-full" onClick={() => input.current?.click()}>
        <Icon name="camera" />
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
