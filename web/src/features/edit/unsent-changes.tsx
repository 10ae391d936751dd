/** The changed facts and photos that only this device has, with buttons to send them or to give them up. */
import { useSyncExternalStore } from "react";
import type { Core, ProfileDraft } from "#/core/core";
import { useText } from "#/i18n/use-text";
import { focusHeading } from "#/lib/focus-heading";
import { askToConfirm } from "#/overlays/open-dialog";
import type { FieldName } from "#/profile-form/answers/page-table";
import { usePhotoUrls } from "#/profile-form/photos/use-photo-urls";
import { Button } from "#/ui/button";
import { toneClasses } from "#/ui/card";
import { ChangeList } from "./change-list";
import type { FactsForm } from "./facts-form";
import type { EditedProfile } from "./own-profile";
import { pictureOf } from "./waiting-changes";

interface Props extends EditedProfile {
  core: Core;
  form: FactsForm;
  onSend: () => void;
  onDiscard: () => Promise<void>;
}

export function UnsentChanges({ core, form, info, changes, onSend, onDiscard }: Props) {
  const t = useText();
  const fields = useEditedFields(form);
  const { store } = form;
  const { account, photos } = store.files;
  const urls = usePhotoUrls(account, photos.slots);
  if (fields.length === 0) return null;
  const discard = async () => {
    const isSure = await askToConfirm({
      title: t("edit.discard.title"),
      text: t("edit.discard.text"),
      confirmLabel: t("edit.discard"),
      isDanger: true,
    });
    if (!isSure) return;
    await onDiscard();
    // The button that had the focus is gone, so move the focus to the heading.
    focusHeading();
  };
  return (
    <section
      aria-labelledby="unsent-changes"
      className={`flex flex-col gap-2 rounded-lg p-4 sm:p-6 ${toneClasses.accent}`}
    >
      <h2 id="unsent-changes" className="m-0 text-lg font-bold">
        {t("edit.unsent.title")}
      </h2>
      <p className="m-0 text-sm text-muted">
        {t(changes.changes === null ? "edit.unsent.text" : "edit.unsent.replaces")}
      </p>
      <ChangeList
        core={core}
        fields={fields}
        before={info.profile as ProfileDraft}
        after={store.getState().draft}
        photosBefore={info.photos.map(pictureOf)}
        photosAfter={photos.slots.flatMap((file) =>
          file ? [{ key: file.key, src: urls.get(file.key) ?? null }] : [],
        )}
        documentLabel={photos.document?.label ?? ""}
        ageProofLabel={photos.ageProof?.label ?? ""}
      />
      <div className="flex flex-wrap gap-x-3 gap-y-2 pt-1">
        <Button className="grow sm:grow-0" onClick={onSend}>
          {t("edit.send")}
        </Button>
        <Button variant="ghost" isDanger onClick={() => void discard()}>
          {t("edit.discard")}
        </Button>
      </div>
    </section>
  );
}

/** Also renders the calling component again after each change of the form. */
export function useEditedFields(form: FactsForm): FieldName[] {
  useSyncExternalStore(form.store.subscribe, form.store.getState);
  return form.listEdited();
}
