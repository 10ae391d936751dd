/** The form's frame: progress, summary of errors, the page, and the way on and back. */
import { useEffect, useRef } from "react";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Page } from "../../ui/page";
import { savePage } from "./draft-storage";
import { ErrorSummary, focusControl } from "./error-summary";
import { FormProvider, useForm } from "./form-context";
import { errorsOn, type FormError } from "./form-errors";
import type { FormStore } from "./form-store";
import { PageBody } from "./page-body";
import { lastPage, type PageId, pageAfter, pageBefore, pageIndex, pageOfPath, pageTable } from "./page-table";
import { SubmitStatus } from "./submit-status";
import type { SubmitPorts } from "./submit";
import { useAutosave } from "./use-autosave";
import { useSubmit } from "./use-submit";

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

function FormPage({ store, place, ports, goTo, onDone }: RegisterFormProps) {
  const { t, errors, state } = useForm();
  const { page, isChange } = place;
  const summary = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** What takes the focus once the next page is there: its heading, its errors, or one control. */
  const focusNext = useRef<"heading" | "errors" | { path: string } | null>(null);
  const { submit, failure } = useSubmit(store, {
    ports,
    onDone,
    onErrors: (target) => leaveFor({ page: target, isChange: target !== lastPage }, "errors"),
  });

  const leaveFor = (next: FormPlace, focus: NonNullable<typeof focusNext.current>) => {
    store.saveNow();
    focusNext.current = focus;
    if (next.page === page) applyFocus();
    else goTo(next);
  };
  const applyFocus = () => {
    const wanted = focusNext.current;
    focusNext.current = null;
    if (wanted === "heading") heading.current?.focus();
    // The summary is drawn by the change of state that asked for the focus.
    if (wanted === "errors") queueMicrotask(() => (summary.current ?? heading.current)?.focus());
    if (typeof wanted === "object" && wanted) focusControl(wanted.path);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is what moves the focus.
  useEffect(() => {
    savePage(page);
    window.scrollTo?.(0, 0);
    applyFocus();
  }, [page]);

  const shown = page === lastPage ? errors : errorsOn(page, errors);
  const isSending = state.submit.step !== "idle";
  const before = pageBefore(page);

  const goOn = () => {
    if (page === lastPage) return void submit();
    if (!store.tryPage(page)) return leaveFor(place, "errors");
    leaveFor({ page: isChange ? lastPage : pageAfter(page), isChange: false }, "heading");
  };
  const follow = (error: FormError) => {
    const target = pageOfPath(error.path);
    leaveFor({ page: target, isChange: target !== page || isChange }, { path: error.path });
  };

  return (
    <Page
      actions={
        <>
          {before ? (
            <Button
              kind="secondary"
              disabled={isSending}
              onClick={() => leaveFor({ page: before, isChange: false }, "heading")}
            >
              {t("register.back")}
            </Button>
          ) : null}
          <Button type="submit" form="register" busy={isSending}>
            {t(actionText(page, isChange))}
          </Button>
        </>
      }
    >
      <form
        id="register"
        noValidate
        inert={isSending}
        onSubmit={(event) => {
          event.preventDefault();
          goOn();
        }}
      >
        <Progress page={page} />
        <h1 ref={heading} tabIndex={-1} className="mt-2 mb-6 text-2xl font-bold text-ink outline-none">
          {t(`register.page.${page}`)}
        </h1>
        {state.isSaved ? null : <Banner kind="info">{t("register.notSaved")}</Banner>}
        <ErrorSummary ref={summary} page={page} errors={shown} onFollow={follow} />
        <div className="flex flex-col gap-7">
          <PageBody page={page} onChange={(to) => leaveFor({ page: to, isChange: true }, "heading")} />
        </div>
      </form>
      <SubmitStatus failure={page === lastPage ? failure : null} onRetry={() => void submit()} />
    </Page>
  );
}

function Progress({ page }: { page: PageId }) {
  const { t } = useForm();
  const step = pageIndex(page) + 1;
  const total = pageTable.length;
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
