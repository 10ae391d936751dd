/** Shows the chosen picture as others will see it, and uploads it when the person agrees. */
import { useEffect, useRef, useState } from "react";
import { type AvatarPicture, changeAvatar } from "../../api/avatar";
import { failureCode } from "../../api/error";
import { hasText, useText } from "../../i18n/use-text";
import type { OverlayProps } from "../../overlays/overlays";
import { asMember } from "../../person/identify-member";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { Progress } from "../../ui/progress";

interface Props extends OverlayProps<AvatarPicture> {
  file: File;
}

/** `percent` is the share that has left the device. */
type State = { kind: "asking" } | { kind: "sending"; percent: number } | Failed;
type Failed = { kind: "failed"; code: string };

export function AvatarDialog({ isOpen, close, file }: Props) {
  const t = useText();
  const url = useObjectUrl(file);
  const [state, setState] = useState<State>({ kind: "asking" });
  const sending = useRef<AbortController>(null);
  // A person who closes the dialog does not want the picture any more.
  useEffect(() => () => sending.current?.abort(), []);

  const send = async () => {
    setState({ kind: "sending", percent: 0 });
    const controller = new AbortController();
    sending.current = controller;
    const onProgress = (fraction: number) =>
      setState({ kind: "sending", percent: Math.round(fraction * 100) });
    const { signal } = controller;
    try {
      const picture = await asMember(() => changeAvatar(file, onProgress, signal));
      if (!signal.aborted) close(picture);
    } catch (error) {
      const code = failureCode(error);
      if (!signal.aborted) setState({ kind: "failed", code });
    }
  };

  const isSending = state.kind === "sending";
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
            {t(state.kind === "failed" ? "shell.retry" : "profile.avatar.use")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col items-center gap-4">
        {url ? (
          <img
            src={url}
            alt={t("profile.avatar.preview")}
            className="size-40 rounded-full bg-sunken object-cover"
          />
        ) : null}
        <p className="text-center text-sm text-muted">{t("profile.avatar.hint")}</p>
        {isSending ? (
          <Progress label={t("profile.avatar.uploading")} value={state.percent} />
        ) : null}
        <div role="alert" className="w-full">
          {state.kind === "failed" ? (
            <Banner isSilent tone="danger" title={failureText(t, state)} />
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}

/** Errors that only another file can solve have sentences of their own. */
function failureText(t: ReturnType<typeof useText>, { code }: Failed): string {
  const own = `profile.avatar.${code}`;
  return hasText(own) ? t(own) : t(`failure.${code}`);
}

function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
