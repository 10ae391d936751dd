/** The form's frame: progress, summary of errors, the page, and the way on and back. */
import { useEffect, useRef, useState } from "react";
import { Page } from "../../ui/page";
import { useAutosave } from "./draft/use-autosave";
import { goOnAtEnter } from "./form/enter-key";
import { ErrorSummary, focusControl } from "./form/error-summary";
import { forgetAnswers } from "./form/forget-answers";
import { FormActions } from "./form/form-actions";
import { FormProvider, useFormTools, useShownErrors } from "./form/form-context";
import { errorsOn, type FormError, findUnderAge } from "./form/form-errors";
import { FormHeader } from "./form/form-header";
import type { FormStore } from "./form/form-store";
import { lastPage, type PageId, pageAfter, pageBefore, pageOfPath } from "./form/page-table";
import { useReveal } from "./form/use-reveal";
import type { Outbox } from "./outbox/outbox";
import { useSubmit } from "./outbox/use-submit";
import { PageBody } from "./pages/page-body";
import { UnderAgePage } from "./pages/under-age-page";
import { useFollowedMailbox } from "./work-email/work-email-context";

/** The form's button stands outside of it, in the bar at the bottom. */
const formId = "register-form";

/** Where the form is, as the address says it. */
export interface FormPlace {
  page: PageId;
  /** The page was opened from the list of answers, and Continue leads back there. */
  isChange: boolean;
}

/** The summary of errors, or the control for a path. */
type Focus = "errors" | { path: string } | null;

interface RegisterFormProps {
  store: FormStore;
  place: FormPlace;
  goTo: (place: FormPlace) => void;
  /** Sends the form. */
  outbox: Outbox;
}

/** One page of the form of this store. */
export function RegisterForm(props: RegisterFormProps) {
  useAutosave(props.store);
  useFollowedMailbox(props.store);
  return (
    <FormProvider store={props.store}>
      <FormPage {...props} />
    </FormProvider>
  );
}

function FormPage(props: RegisterFormProps) {
  const { store, place, goTo, outbox } = props;
  const { pages } = store.scope;
  const { t } = useFormTools();
  const errors = useShownErrors();
  const reveal = useReveal();
  const { page, isChange } = place;
  const summary = useRef<HTMLDivElement>(null);
  /** What takes the focus once its page is drawn; otherwise the heading of a new page has it. */
  const focusNext = useRef<{ page: PageId; focus: Focus }>(null);
  /** The age from which on one may register, while that is being explained. */
  const [minAge, setMinAge] = useState<number | null>(null);
  const submit = useSubmit(store, outbox, (target) =>
    leaveFor({ page: target, isChange: target !== lastPage }, "errors"),
  );

  const applyFocus = () => {
    if (focusNext.current && focusNext.current.page !== page) return;
    const wanted = focusNext.current?.focus ?? null;
    focusNext.current = null;
    const underAge = wanted === "errors" ? findUnderAge(errorsOn(page, store.shownErrors())) : null;
    setMinAge(underAge);
    // The summary is drawn by the change of state that asked for the focus.
    if (wanted === "errors") queueMicrotask(() => summary.current?.focus());
    // And so is the field, on the way back from an explanation.
    else if (wanted && minAge !== null) queueMicrotask(() => focusControl(wanted.path));
    else if (wanted) focusControl(wanted.path);
  };
  const leaveFor = (next: FormPlace, focus: Focus = null) => {
    store.saveNow();
    focusNext.current = { page: next.page, focus };
    if (next.page === page) applyFocus();
    else goTo(next);
  };

  useEffect(() => {
    store.keeping.savePage(page);
    applyFocus();
  }, [page]);

  const shown = page === lastPage ? errors : errorsOn(page, errors);
  const before = pageBefore(page, pages);
  const title = t(`register.page.${page}`);

  const goOn = () => {
    if (page === lastPage) return submit();
    if (!store.tryPage(page)) return leaveFor(place, "errors");
    leaveFor({ page: isChange ? lastPage : pageAfter(page, pages), isChange: false });
  };
  const follow = (error: FormError) => {
    const target = pageOfPath(error.path);
    leaveFor({ page: target, isChange: target !== page || isChange }, { path: error.path });
  };

  if (minAge !== null) {
    return (
      <UnderAgePage
        minAge={minAge}
        birthday={String(store.getState().draft.birthday ?? "")}
        onCorrect={() => leaveFor(place, { path: "birthday" })}
        onForget={() => forgetAnswers(store)}
      />
    );
  }
  return (
    <Page
      // Each page of the form is one to arrive on.
      key={page}
      title={title}
      documentTitle={shown.length > 0 ? t("register.errors.documentTitle", { title }) : title}
      eyebrow={<FormHeader page={page} />}
      actions={
        <FormActions
          formId={formId}
          isBusy={false}
          words={t(actionText(page, isChange))}
          onBack={before && (() => leaveFor({ page: before, isChange: false }))}
        />
      }
    >
      <ErrorSummary ref={summary} page={page} errors={shown} onFollow={follow} />
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-8"
        onBlur={reveal}
        onKeyDown={goOnAtEnter}
        onSubmit={(event) => {
          event.preventDefault();
          goOn();
        }}
      >
        <PageBody page={page} onChange={(to) => leaveFor({ page: to, isChange: true })} />
      </form>
    </Page>
  );
}

function actionText(page: PageId, isChange: boolean): string {
  if (page === lastPage) return "register.submit";
  return isChange ? "register.backToCheck" : "register.continue";
}
