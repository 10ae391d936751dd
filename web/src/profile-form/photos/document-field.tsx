/** The file inputs for the documents that prove employment and age. */
import { i18n } from "@lingui/core";
import { documentTypes, maxPdfPages } from "#/pictures/limits";
import { useFiles, useForm, usePhotos } from "#/profile-form/answers/form-context";
import { fieldTexts } from "#/profile-form/fields/inputs";
import {
  type DocumentSlot,
  documentFields,
  isPending,
  type PendingFile,
  type PickedFile,
} from "#/profile-form/files/photo-list";
import { FileField } from "#/ui/fields/file-field";
import { pickDocument, removeDocument } from "./photo-actions";
import { usePhotoUrls } from "./use-photo-urls";

const busyIds: Record<PendingFile["status"], string> = {
  reading: "register.document.reading",
  unread: "register.document.unread",
  waiting: "register.document.preparing",
};

export function DocumentField({ slot }: { slot: DocumentSlot }) {
  const form = useForm();
  const { t } = form;
  const files = useFiles();
  const document = usePhotos()[slot];
  // Show no preview if only the server has the document. Such a document has no size on this device.
  const picture = document?.status === "ready" && document.sizeBytes ? document : null;
  const pictureUrl = usePhotoUrls(files.account, [picture]).get(picture?.key ?? "");
  const nPages = picture?.nPages ?? 1;
  return (
    <FileField
      {...fieldTexts(form, { name: documentFields[slot], hint: true, isRequired: true })}
      accept={documentTypes}
      fileName={document?.label || null}
      preview={
        pictureUrl
          ? {
              url: pictureUrl,
              label: t("register.document.preview"),
              text: [
                t("register.document.check"),
                ...(nPages > maxPdfPages
                  ? [t("register.document.firstPages", { sent: maxPdfPages, count: nPages })]
                  : []),
              ].join(" "),
            }
          : undefined
      }
      detail={document?.sizeBytes ? formatBytes(document.sizeBytes) : undefined}
      readyLabel={document?.status === "ready" ? t("register.document.isReady") : undefined}
      busyLabel={busyLabel(document, t)}
      pickLabel={t("register.document.pick")}
      removeLabel={t("register.document.remove")}
      onPick={(file) => void pickDocument(files, slot, file)}
      onRemove={() => removeDocument(files, slot)}
    />
  );
}

function busyLabel(document: PickedFile | null, t: (id: string) => string): string | undefined {
  return isPending(document) ? t(busyIds[document.status]) : undefined;
}

function formatBytes(bytes: number): string {
  const isLarge = bytes >= 1_000_000;
  return i18n.number(isLarge ? bytes / 1_000_000 : Math.max(1, bytes / 1_000), {
    style: "unit",
    unit: isLarge ? "megabyte" : "kilobyte",
    maximumFractionDigits: isLarge ? 1 : 0,
  });
}
