/** The frame around each page of the form: header, list of errors, the page, and the buttons. */
import { use, useEffect, useEffectEvent, useRef, useState } from "react";
import { LanguageSelect } from "#/features/language/language-select";
import { openPrivacyPolicy } from "#/features/policy/privacy-policy";
import type { AnswersWithFiles } from "#/profile-form/answers/answers-store";
import { FormProvider, useFormTools, useShownErrors } from "#/profile-form/answers/form-context";
import { errorsOn, findUnderAge } from "#/profile-form/answers/form-errors";
import {
  lastPage,
  type PageId,
  pageAfter,
  pageBefore,
  pageOfPath,
} from "#/profile-form/answers/page-table";
import type { FormError } from "#/profile-form/form-error";
import { ErrorSummary, focusControl } from "#/profile-form/frame/error-summary";
import { FieldsForm } from "#/profile-form/frame/fields-form";
import { SavedIndicator } from "#/profile-form/frame/saved-indicator";
import { PageBody } from "#/profile-form/pages/pages";
import { focusChangeButton } from "#/profile-form/summary/check-page";
import { WorkEmailContext } from "#/profile-form/work-email/work-email-context";
import { Button } from "#/ui/button";
import { Page } from "#/ui/page";
import { Progress } from "#/ui/progress";
import { clearAnswers } from "./clear-answers";
import type { Outbox } from "./outbox/outbox";
import { useSubmit } from "./outbox/use-submit";
import { UnderAgePage } from "./under-age-page";

/** The submit button is outside of the `<form>`, in the bar at the bottom, and refers to the form by this id. */
const formId = "register-form";

export interface FormPlace {
  page: PageId;
  /** True if the person opened the page from the summary. Continue and Back then lead back to the summary. */
  isChange: boolean;
  /** True if the person returns to the summary. The summary then scrolls to its earlier position. */
  isReturn?: true;
}

/**
 * The element that receives the focus: the list of errors, or the control for the value at `path`. For null, the page's
 * heading receives the focus.
 */
type Focus = "errors" | { path: string } | null;

interface RegistrationFormProps {
  store: AnswersWithFiles;
  place: FormPlace;
  goTo: (place: FormPlace) => void;
  outbox: Outbox;
  confirmSend?: () => Promise<boolean>;
}

export function RegistrationForm(props: RegistrationFormProps) {
  return (
    <FormProvider store={props.store}>
      <FormFrame {...props} />
    </FormProvider>
  );
}

function FormFrame(props: RegistrationFormProps) {
  const { store, place, goTo, outbox, confirmSend } = props;
  const { pages, isTakenBack = false } = store.scope;
  const { t } = useFormTools();
  const workEmail = use(WorkEmailContext);
  const errors = useShownErrors();
  const { page, isChange } = place;
  const summary = useRef<HTMLDivElement>(null);
  const focusNext = useRef<{ page: PageId; focus: Focus }>(null);
  const lastPlace = useRef(place);
  const summaryScrollY = useRef(0);
  /** The lowest age allowed. Null unless the page for people who are too young is shown. */
  const [minAge, setMinAge] = useState<number | null>(null);
  const onErrors = (target: PageId) =>
    leaveFor({ page: target, isChange: target !== lastPage }, "errors");
  const submit = useSubmit(store, outbox, { onErrors, confirmSend });

  const applyFocus = () => {
    if (focusNext.current && focusNext.current.page !== page) return;
    const focus = focusNext.current?.focus ?? null;
    focusNext.current = null;
    // Only a person without a profile sees the page about the age. A member sees an error at the birthday.
    const isForNewcomers = focus === "errors" && !isTakenBack;
    const underAge = isForNewcomers ? findUnderAge(errorsOn(page, store.submittedErrors())) : null;
    setMinAge(underAge);
    // React renders the list of errors only after this code, so wait before moving the focus to the list.
    if (focus === "errors") queueMicrotask(() => summary.current?.focus());
    // React replaces the page about the age by the form only after this code, so wait before focusing the field.
    else if (focus && minAge !== null) queueMicrotask(() => focusControl(focus.path));
    else if (focus) focusControl(focus.path);
  };
  const leaveFor = (next: FormPlace, focus: Focus = null) => {
    if (page === lastPage) summaryScrollY.current = window.scrollY;
    focusNext.current = { page: next.page, focus };
    if (next.page === page) applyFocus();
    else goTo(next);
  };

  const onPage = useEffectEvent((opened: PageId) => {
    const from = lastPlace.current;
    const isReturn = opened === lastPage && from.isChange && !focusNext.current?.focus;
    store.repository.savePage?.(opened);
    applyFocus();
    // The person has returned to the summary, so focus the button of the changed page.
    if (isReturn) focusChangeButton(from.page, summaryScrollY.current);
  });
  useEffect(() => onPage(page), [page]);
  useEffect(() => {
    lastPlace.current = place;
  });

  const shown = page === lastPage ? errors : errorsOn(page, errors);
  const isStart = isTakenBack && page === lastPage;
  const before = isStart ? null : pageBefore(page, pages);
  const returnToSummary = () => leaveFor({ page: lastPage, isChange: false, isReturn: true });
  const goBack = () => before && leaveFor({ page: before, isChange: false });
  const title = t(isStart ? "register.takenBack.title" : `register.page.${page}`);

  const submitPage = () => {
    if (page === lastPage) return submit();
    if (!store.submitPage(page)) return leaveFor(place, "errors");
    if (isChange) return returnToSummary();
    leaveFor({ page: pageAfter(page, pages), isChange: false });
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
        onDelete={() => clearAnswers(store, workEmail)}
      />
    );
  }
  return (
    <Page
      // The key creates a new component for each page, so that its heading receives the focus.
      key={page}
      title={title}
      documentTitle={shown.length > 0 ? t("register.errors.documentTitle", { title }) : title}
      eyebrow={<Header page={page} />}
      actions={
        <Actions
          submitLabel={t(isStart ? "register.takenBack.send" : submitLabelId(page, isChange))}
          onBack={isChange ? returnToSummary : before && goBack}
        />
      }
    >
      {isStart ? <p className="text-muted">{t("register.takenBack.text")}</p> : null}
      <ErrorSummary ref={summary} page={page} errors={shown} onFollow={follow} />
      <FieldsForm id={formId} onSubmit={submitPage}>
        <PageBody page={page} onChange={(to) => leaveFor({ page: to, isChange: true })} />
      </FieldsForm>
      <Button
        variant="ghost"
        className="self-center wrap-anywhere sm:-ml-2"
        onClick={() => void openPrivacyPolicy()}
      >
        {t("register.policy")}
      </Button>
    </Page>
  );
}

function submitLabelId(page: PageId, isChange: boolean): string {
  if (page === lastPage) return "register.submit";
  return isChange ? "register.backToCheck" : "register.continue";
}

function Header({ page }: { page: PageId }) {
  const { t, store } = useFormTools();
  const { pages } = store.scope;
  const step = pages.findIndex(({ id }) => id === page) + 1;
  const total = pages.length;
  const progress = t("register.progress", { step, total });
  return (
    <div className="-mt-3 flex flex-col gap-1 pb-2">
      <div className="flex items-center justify-between gap-3">
        <p aria-hidden="true" className="m-0 text-sm text-muted tabular-nums">
          {progress}
        </p>
        <LanguageSelect />
      </div>
      <Progress
        label={t("register.progressLabel")}
        value={step}
        max={total}
        valueText={t("register.answer", { name: progress, value: t(`register.page.${page}`) })}
      />
      {/* The line has a fixed height, so that the page below does not move when the text appears. */}
      <div className="min-h-6 pt-1">
        <SavedIndicator />
      </div>
    </div>
  );
}

interface ActionsProps {
  submitLabel: string;
  onBack: (() => void) | null;
}

function Actions({ submitLabel, onBack }: ActionsProps) {
  const { t } = useFormTools();
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-2">
      {onBack ? (
        <Button variant="secondary" onClick={onBack}>
          {t("register.back")}
        </Button>
      ) : null}
      <Button type="submit" form={formId} className="grow sm:grow-0">
        {submitLabel}
      </Button>
    </div>
  );
}
