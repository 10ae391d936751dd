/** The page that shows the progress while the changes are being sent. */
import { useText } from "#/i18n/use-text";
import { Button } from "#/ui/button";
import { Page } from "#/ui/page";
import { Progress } from "#/ui/progress";
import type { SendProgress } from "./send-facts";

interface Props {
  progress: SendProgress;
  onCancel: () => void;
}

export function SendingPage({ progress, onCancel }: Props) {
  const t = useText();
  const isUploading = progress.step === "uploading";
  const words = isUploading
    ? t("register.sending.uploadingFile", { number: progress.number, total: progress.total })
    : t(`register.sending.${progress.step}`);
  const value = isUploading
    ? (progress.number - 1 + progress.fraction) / progress.total
    : progress.step === "sending"
      ? 1
      : 0;
  return (
    <Page
      title={t("edit.sending.title")}
      actions={
        <Button variant="secondary" onClick={onCancel}>
          {t("register.sending.cancel")}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Progress label={t("edit.sending.title")} value={value} max={1} valueText={words} />
        <p role="status" className="text-lg font-semibold">
          {words}
        </p>
      </div>
      <p className="text-muted">{t("edit.sending.text")}</p>
    </Page>
  );
}
