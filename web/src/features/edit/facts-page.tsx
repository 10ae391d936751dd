/** A page of facts or photos. A reviewer checks the changes after the member has sent them. */
import { useState } from "react";
import { useText } from "#/i18n/use-text";
import { paths } from "#/lib/paths";
import { useAsked } from "#/lib/use-asked";
import { BackLink } from "#/member/member-page";
import { navigate } from "#/navigation/navigation";
import { errorsOn } from "#/profile-form/answers/form-errors";
import type { PageId } from "#/profile-form/answers/page-table";
import { useKeepAnswers } from "#/profile-form/frame/form-lock";
import { SavedIndicator } from "#/profile-form/frame/saved-indicator";
import { WorkEmailContext } from "#/profile-form/work-email/work-email-context";
import type { WorkEmailStore } from "#/profile-form/work-email/work-email-store";
import { Banner } from "#/ui/banner";
import { Button, Spinner } from "#/ui/button";
import { Page } from "#/ui/page";
import { EditForm } from "./edit-form";
import { titleIdOf } from "./edit-place";
import type { FactsForm } from "./facts-form";

interface Props {
  form: FactsForm;
  page: PageId;
  workEmail: WorkEmailStore | null;
  onOpenPhotos: () => Promise<void>;
}

export function FactsPage(props: Props) {
  const { form, page, workEmail, onOpenPhotos } = props;
  const t = useText();
  const title = t(titleIdOf({ part: "facts", page }));
  // After a failed attempt to send, the page shows its errors as soon as the page opens.
  const [isRejected] = useState(() => errorsOn(page, form.store.submittedErrors()).length > 0);
  useKeepAnswers(form.store.files.account, form.store);
  if (page === "photos" && !form.arePhotosOpen) {
    return <PhotosOpening title={title} onOpen={onOpenPhotos} />;
  }
  return (
    <WorkEmailContext value={workEmail}>
      <EditForm
        store={form.store}
        page={page}
        title={title}
        hint={t(page === "verification" ? "edit.proof.hint" : "edit.facts.hint")}
        submitLabel={t("edit.facts.next")}
        isRejected={isRejected}
        onSubmit={() => void navigate(paths.edit)}
      >
        <SavedIndicator />
      </EditForm>
    </WorkEmailContext>
  );
}

/** Fetches the photos from the server, because this device needs their bytes to crop and reorder them. */
function PhotosOpening({ title, onOpen }: { title: string; onOpen: () => Promise<void> }) {
  const t = useText();
  const { error, retry } = useAsked(onOpen);
  return (
    <Page title={title} eyebrow={<BackLink to={paths.edit} label={t("edit.title")} />}>
      {error ? (
        <Banner
          tone="danger"
          title={t("edit.photos.failed")}
          action={
            <Button variant="secondary" onClick={retry}>
              {t("shell.retry")}
            </Button>
          }
        />
      ) : (
        <Spinner label={t("edit.photos.loading")} />
      )}
    </Page>
  );
}
