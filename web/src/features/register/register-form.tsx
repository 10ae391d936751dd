/** The form's frame: progress, summary of errors, the page, and the way on and back. */
import { useEffect, useRef } from "react";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Page } from "../../ui/page";
import { useAutosave } from "./draft/use-autosave";
import { ErrorSummary, focusControl } from "./form/error-summary";
import { FormProvider, useForm } from "./form/form-context";
import { errorsOn, type FormError } from "./form/form-errors";
import type { FormStore } from "./form/form-store";
import { lastPage, type PageId, pageAfter, pageBefore, pageOfPath } from "./form/page-table";
import type { SubmitPorts } from "./outbox/submit";
import { SubmitStatus } from "./outbox/submit-status";
import { useSubmit } from "./outbox/use-submit";
import { PageBody } from "./pages/page-body";

/** The form's button stands outside of it, in the bar at the bottom. */
const formId = "register-form";

/** Where the form is, as the address says it. */
export interface FormPlace {
  page: PageId;
  /** The page was opened from the list of answers, and Continue leads back there. */
  isChange: boolean;
}

interface RegisterFormProps {
  store: FormStore;
  place: FormPlace;
  ports: SubmitPorts;
  goTo: (place: FormPlace) => void;
  onDone: () => void;
  /** How the answers are sent; the same for as long as the form is shown. */
  useSubmission?: typeof useSubmit;
}

/** One page of the form of this store. */
export function RegisterForm(props: RegisterFormProps) {
  useAutosave(props.store);
  return (
    <FormProvider store={props.store}>
      <FormPage {...props} />
    </FormProvider>
  );
}

function FormPage(props: RegisterFormProps) {
  const { store, place, ports, goTo, onDone, useSubmission = useSubmit } = props;
  const { pages } = store.scope;
  const { t, errors, state } = useForm();
  const { page, isChange } = place;
  const summary = useRef<HTMLDivElement>(null);
  /** What takes the focus once it is drawn; otherwise the heading of a new page has it. */
  const focusNext = useRef<"errors" | { path: string } | null>(null);
  const { submit, failure } = useSubmission(store, {
    ports,
    onDone,
    onErrors: (target) => leaveFor({ page: target, isChange: target !== lastPage }, "errors"),
  });

  const applyFocus = () => {
    const wanted = focusNext.current;
    focusNext.current = null;
    // The summary is drawn by the change of state that asked for the focus.
    if (wanted === "errors") queueMicrotask(() => summary.current?.focus());
    else if (wanted) focusControl(wanted.path);
  };
  const leaveFor = (next: FormPlace, focus: typeof focusNext.current = null) => {
    store.saveNow();
    focusNext.current = focus;
    if (next.page === page) applyFocus();
    else goTo(next);
  };

  useEffect(() => {
    store.keeping.savePage(page);
    applyFocus();
  }, [page]);

  const shown = page === lastPage ? errors : errorsOn(page, errors);
  const isSending = state.submit.step !== "idle";
  const before = pageBefore(page, pages);

  const goOn = () => {
    if (page === lastPage) return void submit();
    if (!store.tryPage(page)) return leaveFor(place, "errors");
    leaveFor({ page: isChange ? lastPage : pageAfter(page, pages), isChange: false });
  };
  const follow = (error: FormError) => {
    const target = pageOfPath(error.path);
    leaveFor({ page: target, isChange: target !== page || isChange }, { path: error.path });
  };

  return (
    <Page
      // Each page of the form is one to arrive on.
      key={page}
      title={t(`register.page.${page}`)}
      eyebrow={<Progress page={page} />}
      actions={
        <>
          <SubmitStatus
            failure={page === lastPage ? failure : null}
            onRetry={() => void submit()}
          />
          <div className="flex gap-3">
            {before ? (
              <Button
                look="secondary"
                disabled={isSending}
                onClick={() => leaveFor({ page: before, isChange: false })}
              >
                {t("register.back")}
              </Button>
            ) : null}
            <Button type="submit" form={formId} isBusy={isSending} className="grow">
              {t(actionText(page, isChange))}
            </Button>
          </div>
        </>
      }
    >
      {state.isSaved ? null : <Banner>{t("register.notSaved")}</Banner>}
      <ErrorSummary ref={summary} page={page} errors={shown} onFollow={follow} />
      <form
        id={formId}
        noValidate
        inert={isSending}
        className="flex flex-col gap-8"
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

function Progress({ page }: { page: PageId }) {
  const { t, store } = useForm();
  const { pages } = store.scope;
  const step = pages.findIndex(({ id }) => id === page) + 1;
  const total = pages.length;
  return (
    <div className="flex flex-col gap-2">
      <p className="m-0 text-sm text-muted">{t("register.progress", { step, total })}</p>
      <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-line">
        <div
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${(step / total) * 100}%` }}
        />
      </div>
    </div>
  );
}

function actionText(page: PageId, isChange: boolean): string {
  if (page === lastPage) return "register.submit";
  return isChange ? "register.backToCheck" : "register.continue";
}
