/** The field for the document that proves the employment. */
import { i18n } from "@lingui/core";
import { documentTypes } from "../../../pictures/limits";
import { useOwnToast } from "../../../toasts/toasts";
import { FileField } from "../../../ui/fields/file-field";
import { fieldTexts } from "../fields/inputs";
import { useForm } from "../form/form-context";
import { pickDocument, removeDocument, undoKey } from "./photo-actions";
import { isPending, type PendingFile, type PickedFile } from "./photo-list";
import { usePhotoUrls } from "./use-photo-urls";

const busyIds: Record<PendingFile["status"], string> = {
  reading: "register.document.reading",
  unread: "register.document.preparing",
  waiting: "register.document.preparing",
};

export function DocumentField() {
  const form = useForm();
  const { store, state, t } = form;
  const { document } = state.photos;
  const picture = document?.isPicture ? document : null;
  const thumbnail = usePhotoUrls(store.userId, [picture]).get(picture?.key ?? "");
  useOwnToast(undoKey);
  return (
    <FileField
      {...fieldTexts(form, { name: "verifyTempFileName", hint: true, isRequired: true })}
      accept={documentTypes}
      fileName={document?.label || null}
      thumbnailUrl={thumbnail}
      detail={document?.sizeBytes ? formatBytes(document.sizeBytes) : undefined}
      readyLabel={document?.status === "ready" ? t("register.document.isReady") : undefined}
      busyLabel={busyLabel(document, t)}
      pickLabel={t("register.document.pick")}
      removeLabel={t("register.document.remove")}
      onBeforePick={store.saveNow}
      onPick={(file) => void pickDocument(store.files, file)}
      onRemove={() => removeDocument(store.files)}
    />
  );
}

function busyLabel(document: PickedFile | null, t: (id: string) => string): string | undefined {
  return isPending(document) ? t(busyIds[document.status]) : undefined;
}

/** Formats a size such as "230 kB" or "1.4 MB" in the reader's language. */
function formatBytes(bytes: number): string {
  const isLarge = bytes >= 1_000_000;
  return i18n.number(isLarge ? bytes / 1_000_000 : Math.max(1, bytes / 1_000), {
    style: "unit",
    unit: isLarge ? "megabyte" : "kilobyte",
    maximumFractionDigits: isLarge ? 1 : 0,
  });
}
