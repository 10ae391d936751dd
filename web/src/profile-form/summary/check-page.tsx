/** The last page of the form. The person reads all answers before sending them. */
import { use } from "react";
import { openDialog } from "#/overlays/open-dialog";
import {
  type Form,
  useFiles,
  useForm,
  useFormTools,
  usePhotos,
} from "#/profile-form/answers/form-context";
import {
  asksField,
  type FieldName,
  type FormPage,
  lastPage,
  type PageId,
} from "#/profile-form/answers/page-table";
import { placeOf } from "#/profile-form/answers/place";
import { markOf } from "#/profile-form/answers/visibility";
import { LongTextInput } from "#/profile-form/fields/inputs";
import { type PhotoList, usableSlots } from "#/profile-form/files/photo-list";
import { usePhotoUrls } from "#/profile-form/photos/use-photo-urls";
import { WorkEmailContext } from "#/profile-form/work-email/work-email-context";
import { Button } from "#/ui/button";
import { surfaceClass } from "#/ui/card";
import { MarkIcon } from "#/ui/fields/field-frame";
import { Icon } from "#/ui/icon";
import { previewOf } from "./preview";
import { type Answer, type SummarySource, shortenAddress, summarize } from "./summary";

export function CheckPage({ onChange }: { onChange: (page: PageId) => void }) {
  const { store } = useFormTools();
  return (
    <>
      {/* Show the preview of the card only if the form asks for the name and the photos. */}
      {asksField(store.scope, "nickname") && asksField(store.scope, "photoNameList") ? (
        <PreviewButton />
      ) : null}
      <div className="flex flex-col gap-4">
        {store.scope.pages
          .filter((page) => page.id !== lastPage)
          .map((page) => (
            <PageAnswers key={page.id} page={page} onChange={() => onChange(page.id)} />
          ))}
      </div>
      <LongTextInput name="feedback" rows={3} />
    </>
  );
}

function PreviewButton() {
  const form = useForm();
  const { t, ruleOf } = form;
  const pictures = usePhotos();
  const { slots } = pictures;
  const urls = usePhotoUrls(useFiles().account, slots);
  const open = () => {
    const photos = slots.flatMap((file, slot) => {
      const src = file && urls.get(file.key);
      return src ? [{ src, alt: t("register.photo.label", { number: slot + 1 }) }] : [];
    });
    const person = previewOf({ ...sourceOf(form, pictures), ruleOf, photos });
    void openDialog(async () => (await import("./preview-dialog")).PreviewDialog, { person });
  };
  return (
    <Button variant="secondary" onClick={open}>
      <Icon name="eye" />
      {t("register.preview.title")}
    </Button>
  );
}

function PageAnswers({ page, onChange }: { page: FormPage; onChange: () => void }) {
  const form = useForm();
  const { t } = form;
  const fields = page.fields.filter((field) => !isUnknown(field, form));
  const answers = summarize({ ...sourceOf(form, usePhotos()), mailbox: useMailbox(form) }, fields);
  return (
    <section className={`${surfaceClass} px-4 pt-2 pb-4 sm:px-6`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="m-0 flex-1 basis-[7em] text-lg font-bold wrap-anywhere text-ink hyphens-auto">
          {t(`register.page.${page.id}`)}
        </h2>
        <button
          id={changeButtonId(page.id)}
          type="button"
          className="-mx-2 min-h-11 shrink-0 cursor-pointer rounded-sm px-2 text-accent underline underline-offset-4"
          onClick={onChange}
        >
          {t("register.change")}
          <span className="sr-only"> {t(`register.page.${page.id}`)}</span>
        </button>
      </div>
      <dl className="m-0 flex flex-col divide-y divide-line">
        {answers.map((answer) => (
          <AnswerRow key={answer.field} answer={answer} />
        ))}
      </dl>
    </section>
  );
}

/**
 * Returns true for a location that the server may have but this device lacks. The summary leaves the location out,
 * because "Not given" could be wrong.
 */
function isUnknown(field: FieldName, { store, draft }: Form): boolean {
  return field === "latitude" && placeOf(store.scope, draft) === "hidden";
}

function changeButtonId(page: PageId): string {
  return `change-${page}`;
}

/** Restores the scroll position, and focuses the button with which the person had opened `page` from the summary. */
export function focusChangeButton(page: PageId, scrollY: number): void {
  const button = document.getElementById(changeButtonId(page));
  window.scrollTo({ top: scrollY, behavior: "instant" });
  button?.focus({ preventScroll: true });
  // Answers that are longer now may have moved the button out of view.
  button?.scrollIntoView({ block: "nearest" });
}

function sourceOf({ t, core, draft, store }: Form, photos: PhotoList): SummarySource {
  const files = {
    nPhotos: usableSlots(photos).length,
    documentLabel: photos.document?.label ?? "",
    ageProofLabel: photos.ageProof?.label ?? "",
  };
  return { t, core, draft, files, scope: store.scope };
}

/**
 * Returns the shortened address of the confirmed work mailbox. If this device does not know the address, returns a
 * sentence in its place. Returns an empty text if no mailbox is confirmed.
 */
function useMailbox({ t, draft: { employerId } }: Form): string {
  const store = use(WorkEmailContext);
  if (!store?.isConfirmedFor(employerId)) return "";
  const { confirmed } = store.getState().record;
  const isOwn = confirmed?.employerId === employerId;
  return isOwn ? shortenAddress(confirmed?.email ?? "") : t("register.workEmail.earlier");
}

/** Shows a short answer beside its question, and a long answer below it. With large text, every answer is below. */
function AnswerRow({ answer: { field, label, text } }: { answer: Answer }) {
  const tools = useFormTools();
  const { t } = tools;
  const mark = markOf(tools, field);
  const isLong = field === "photoNameList" || text.length > longestBeside || text.includes("\n");
  return (
    <div
      className={`gap-x-4 py-2.5 flex ${isLong ? "flex-col" : "flex-wrap *:flex-1 *:basis-[7em] sm:grid sm:grid-cols-[2fr_3fr]"}`}
    >
      <dt className="text-sm leading-6 text-muted">
        {label}
        {mark ? (
          <>
            <MarkIcon mark={mark} />
            <span className="sr-only"> ({mark.text})</span>
          </>
        ) : null}
      </dt>
      <dd
        dir="auto"
        className={`m-0 min-w-0 whitespace-pre-line wrap-anywhere ${text ? "text-ink" : "text-muted"}`}
      >
        {field === "photoNameList" ? <Thumbnails /> : null}
        {text || t("register.notGiven")}
      </dd>
    </div>
  );
}

/** The most characters of an answer that fits beside its question on a narrow phone. */
const longestBeside = 24;

function Thumbnails() {
  const { t } = useFormTools();
  const { slots } = usePhotos();
  const urls = usePhotoUrls(useFiles().account, slots);
  return (
    <span className="mt-1 mb-1 flex flex-wrap gap-2 empty:hidden">
      {slots.map((file, slot) => {
        const url = file && urls.get(file.key);
        return url ? (
          <img
            key={file.key}
            src={url}
            alt={t("register.photo.label", { number: slot + 1 })}
            className="aspect-3/4 w-16 rounded-sm bg-line object-cover"
          />
        ) : null;
      })}
    </span>
  );
}
