/** The list of errors at the top of the page. Each error links to its field. */
import { type Ref, useId } from "react";
import { controlId, useFormTools } from "#/profile-form/answers/form-context";
import { errorText } from "#/profile-form/answers/form-errors";
import { type PageId, pageOfPath } from "#/profile-form/answers/page-table";
import type { FormError } from "#/profile-form/form-error";

interface ErrorSummaryProps {
  page: PageId;
  errors: readonly FormError[];
  ref: Ref<HTMLDivElement>;
  onFollow: (error: FormError) => void;
}

/**
 * Lists the errors. The caller focuses the list after a failed Continue, so that a screen reader reads the list first.
 * The list is no live region, because a screen reader would read a live region again after each corrected field.
 */
export function ErrorSummary({ page, errors, ref, onFollow }: ErrorSummaryProps) {
  const { t, store } = useFormTools();
  const headingId = useId();
  if (errors.length === 0) return null;
  const { draft } = store.getState();
  // A missing answer is no mistake, so the list has calmer words and colours if all errors are missing answers.
  const areOpen = errors.every(({ code }) => code === "required");
  const title = areOpen ? "register.errors.open" : "register.errors.title";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and these are links.
    <div
      ref={ref}
      role="group"
      tabIndex={-1}
      aria-labelledby={headingId}
      className={`rounded-lg border-2 bg-surface p-4 ${areOpen ? "border-control" : "border-danger"}`}
    >
      <h2 id={headingId} className="m-0 text-lg font-semibold text-ink">
        {t(title, { count: errors.length })}
      </h2>
      <ul className="m-0 mt-1 list-none p-0">
        {errors.map((error) => {
          const other = pageOfPath(error.path);
          return (
            <li key={`${error.path} ${error.code}`}>
              <a
                href={`#${controlId(error.path)}`}
                className={`inline-flex min-h-11 items-center py-1 leading-snug font-semibold underline underline-offset-4 ${areOpen ? "text-accent" : "text-danger"}`}
                onClick={(event) => {
                  event.preventDefault();
                  onFollow(error);
                }}
              >
                {other === page
                  ? errorText(t, error, draft)
                  : t("register.errors.elsewhere", {
                      page: t(`register.page.${other}`),
                      message: errorText(t, error, draft),
                    })}
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Moves the focus to the control for the value at `path`, or to the control of its field. */
export function focusControl(path: string): void {
  // Another control may correct the error. For an unconfirmed mailbox, that is the input for the address or the code.
  const corrector = document.querySelector(`[data-corrects="${CSS.escape(path)}"]`);
  const paths = [path, path.replace(/\.\w+$/, ".value"), path.replace(/[.[].*$/, "")];
  const found =
    corrector ?? paths.map((each) => document.getElementById(controlId(each))).find(Boolean);
  // In a group of controls, focus the first invalid control, else the checked radio button, else the first control.
  const control = found?.matches("fieldset")
    ? (found.querySelector('[aria-invalid="true"]') ??
      found.querySelector("input[type=radio]:checked") ??
      found.querySelector("input, button"))
    : found;
  if (!(control instanceof HTMLElement)) return;
  control.focus();
  (found ?? control).scrollIntoView?.({ block: "center" });
}
