/** The dialog in which a member crops the chosen picture and uploads it. */
import { useEffect, useRef, useState } from "react";
import { type AvatarPicture, changeAvatar } from "#/api/avatar";
import { failureCode } from "#/api/error";
import { hasText, type Text, useText } from "#/i18n/use-text";
import { useAct } from "#/lib/use-act";
import type { OverlayProps } from "#/overlays/overlays";
import { asMember } from "#/person/identify-member";
import type { Area } from "#/pictures/draw";
import { photoSidePx } from "#/pictures/limits";
import { preparePicture } from "#/pictures/prepare";
import { UnusableFile } from "#/pictures/problems";
import { CropArea } from "#/profile-form/photos/crop-area";
import { Banner } from "#/ui/banner";
import { Button } from "#/ui/button";
import { Dialog } from "#/ui/dialog";
import { Progress } from "#/ui/progress";

interface Props extends OverlayProps<never> {
  file: File;
  onChanged: (picture: AvatarPicture) => void;
}

export function AvatarDialog({ isOpen, close, file, onChanged }: Props) {
  const t = useText();
  const [area, setArea] = useState<Area | null>(null);
  const [percent, setPercent] = useState(0);
  const { isBusy: isSending, error, run } = useAct();
  const sending = useRef<AbortController>(null);
  // A closed dialog stops the upload, because the person does not want the picture any more.
  useEffect(() => () => sending.current?.abort(), []);

  const send = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const onProgress = (fraction: number) => setPercent(Math.round(fraction * 100));
    const isSent = await run(async () => {
      setPercent(0);
      sending.current = controller;
      const { picture: cropped } = await preparePicture(file, {
        longestSidePx: photoSidePx,
        ...(area ? { area } : {}),
      });
      signal.throwIfAborted();
      onChanged(await asMember(() => changeAvatar(cropped, onProgress, signal)));
    });
    if (isSent) close();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => close()}
      title={t("profile.avatar.title")}
      closeLabel={t("ui.close")}
      actions={
        <>
          <Button variant="secondary" onClick={() => close()}>
            {t("ui.cancel")}
          </Button>
          <Button isBusy={isSending} onClick={() => void send()}>
            {t(error !== null ? "shell.retry" : "profile.avatar.use")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <CropArea source={file} alt={t("profile.avatar.preview")} area={null} onChange={setArea} />
        <p className="text-sm text-muted">{t("profile.avatar.hint")}</p>
        {isSending ? <Progress label={t("profile.avatar.uploading")} value={percent} /> : null}
        <div role="alert" className="w-full">
          {error === null ? null : <Banner isSilent tone="danger" title={failureText(t, error)} />}
        </div>
      </div>
    </Dialog>
  );
}

/** An error that only another file can solve has a text of its own. */
function failureText(t: Text, error: unknown): string {
  const code = error instanceof UnusableFile ? codeOf(error) : failureCode(error);
  const own = `profile.avatar.${code}`;
  return hasText(own) ? t(own) : t(`failure.${code}`);
}

/** Returns the code that the server would use for a file that this page has already refused. */
function codeOf({ problem }: UnusableFile): string {
  return problem === "file_too_large" || problem === "picture_too_large" ? "E006" : "E007";
}
