/** The frame around one page of fields: the link back, the errors, the fields, and one button. */
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useText } from "#/i18n/use-text";
import { paths } from "#/lib/paths";
import { BackLink } from "#/member/member-page";
import { NotStored } from "#/member/not-stored";
import type { AnswersStore } from "#/profile-form/answers/answers-store";
import { FormProvider, useShownErrors } from "#/profile-form/answers/form-context";
import { errorsOn } from "#/profile-form/answers/form-errors";
import type { PageId } from "#/profile-form/answers/page-table";
import { ErrorSummary, focusControl } from "#/profile-form/frame/error-summary";
import { FieldsForm } from "#/profile-form/frame/fields-form";
import { useIsKept } from "#/profile-form/frame/saved-indicator";
import { PageBody } from "#/profile-form/pages/pages";
import { Button } from "#/ui/button";
import { Page } from "#/ui/page";

interface Props {
  store: AnswersStore;
  page: PageId;
  title: string;
  hint: string;
  submitLabel: string;
  isBusy?: boolean;
  failure?: string | null;
  /** True if errors on this page stopped the last attempt to save or send. The page then shows these errors at once. */
  isRejected?: boolean;
  onSubmit: () => void;
  children?: ReactNode;
}

export function EditForm(props: Props) {
  return (
    <FormProvider store={props.store}>
      <Frame {...props} />
    </FormProvider>
  );
}

/** The submit button is outside of the `<form>`, in the bar at the bottom, and refers to the form by this id. */
const formId = "edit-form";

function Frame(props: Props) {
  const { store, page, title, hint, submitLabel, isBusy, failure, isRejected, onSubmit } = props;
  const t = useText();
  const errors = errorsOn(page, useShownErrors());
  const isKept = useIsKept();
  const summary = useRef<HTMLDivElement>(null);
  // React renders the list of errors only after this code, so wait before moving the focus to the list.
  const focusErrors = () => queueMicrotask(() => summary.current?.focus());
  const submit = () => (store.submitPage(page) ? onSubmit() : focusErrors());
  const onRejected = useEffectEvent(focusErrors);
  useEffect(() => {
    if (isRejected && !store.submitPage(page)) onRejected();
  }, [isRejected, store, page]);
  return (
    <Page
      title={title}
      documentTitle={errors.length > 0 ? t("register.errors.documentTitle", { title }) : title}
      eyebrow={<BackLink to={paths.edit} label={t("edit.title")} />}
      actions={
        <>
          {isKept ? null : <NotStored />}
          {failure ? (
            <p role="alert" className="m-0 font-semibold text-danger">
              {failure}
            </p>
          ) : null}
          <Button type="submit" form={formId} isBusy={isBusy ?? false} className="grow sm:grow-0">
            {submitLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-1">
        <p className="m-0 text-muted">{hint}</p>
        {props.children}
      </div>
      <ErrorSummary
        ref={summary}
        page={page}
        errors={errors}
        onFollow={({ path }) => focusControl(path)}
      />
      <FieldsForm id={formId} onSubmit={submit}>
        <PageBody page={page} onChange={() => undefined} />
      </FieldsForm>
    </Page>
  );
}
