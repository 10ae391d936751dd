/** The list of everything that a member can change: texts change at once, and facts after a review. */
import type { ReactNode } from "react";
import type { Core, ProfileDraft } from "#/core/core";
import { useText } from "#/i18n/use-text";
import { LinkRow, linkListClass } from "#/member/link-row";
import { errorsOn } from "#/profile-form/answers/form-errors";
import type { FormPage } from "#/profile-form/answers/page-table";
import { summarize } from "#/profile-form/summary/summary";
import { Banner } from "#/ui/banner";
import { editPath, titleIdOf } from "./edit-place";
import { editedTexts } from "./edit-storage";
import { type EditPart, partPages } from "./edited-fields";
import type { FactsForm } from "./facts-form";
import { LatestDecision } from "./latest-decision";
import type { EditedProfile } from "./own-profile";
import { UnsentChanges, useEditedFields } from "./unsent-changes";
import { WaitingChanges } from "./waiting-changes";

interface Props extends EditedProfile {
  core: Core;
  account: string;
  form: FactsForm;
  failure: string | null;
  onSend: () => void;
  onDiscard: () => Promise<void>;
}

export function Overview(props: Props) {
  const { core, account, form, info, changes, failure, onSend, onDiscard } = props;
  const t = useText();
  const edited = useEditedFields(form);
  const errors = form.store.submittedErrors();
  const unsaved = Object.keys(editedTexts.read(account)?.edits ?? {});
  const files = { nPhotos: info.photos.length, documentLabel: "" };
  const draft = info.profile as ProfileDraft;

  const isIn = ({ fields }: FormPage, names: readonly string[]) =>
    fields.some((field) => names.includes(field));
  const noteOf = (part: EditPart, page: FormPage) => {
    if (part === "texts") return isIn(page, unsaved) ? t("edit.note.unsaved") : undefined;
    if (errorsOn(page.id, errors).length > 0) return t("edit.note.refused");
    if (isIn(page, edited)) return t("edit.note.unsent");
    return isIn(page, Object.keys(changes.changes ?? {})) ? t("edit.note.waiting") : undefined;
  };
  const excerptOf = ({ fields }: FormPage) =>
    // Leave out "yes" and "no", which mean nothing without their questions.
    summarize(
      { t, core, draft, files },
      fields.filter((field) => typeof draft[field] !== "boolean"),
    )
      .flatMap(({ text }) => (text ? [text] : []))
      .join(t("edit.separator"));
  const rowsOf = (part: EditPart) =>
    partPages[part].map((page) => (
      <LinkRow
        key={page.id}
        to={editPath({ part, page: page.id })}
        title={t(titleIdOf({ part, page: page.id }))}
        text={excerptOf(page) || t("register.notGiven")}
        note={noteOf(part, page)}
      />
    ));
  return (
    <>
      {failure ? (
        <Banner tone="danger" title={failure}>
          {t("edit.failure.kept")}
        </Banner>
      ) : null}
      {/* The unsent changes come first, because a member who returns from a page of facts still has to send them. */}
      <UnsentChanges
        core={core}
        form={form}
        info={info}
        changes={changes}
        onSend={onSend}
        onDiscard={onDiscard}
      />
      <Part id="texts" rows={rowsOf("texts")} />
      <Part id="facts" rows={rowsOf("facts")}>
        <WaitingChanges core={core} info={info} changes={changes} />
        <LatestDecision decision={changes.latestDecision} />
      </Part>
    </>
  );
}

interface PartProps {
  id: EditPart;
  rows: ReactNode;
  children?: ReactNode;
}

function Part({ id, rows, children }: PartProps) {
  const t = useText();
  return (
    <section aria-labelledby={`part-${id}`} className="flex flex-col gap-3">
      <div>
        <h2 id={`part-${id}`} className="m-0 text-lg font-bold">
          {t(`edit.${id}.title`)}
        </h2>
        <p className="m-0 text-muted">{t(`edit.${id}.text`)}</p>
      </div>
      {children}
      <ul className={linkListClass}>{rows}</ul>
    </section>
  );
}
