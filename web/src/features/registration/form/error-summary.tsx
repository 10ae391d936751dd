/** Every shown error at the top of the page, each a link to its field. */
import { type Ref, useId } from "react";
import { errorText } from "./error-text";
import { controlId, useFormTools } from "./form-context";
import type { FormError } from "./form-errors";
import { type PageId, pageOfPath } from "./page-table";

interface ErrorSummaryProps {
  page: PageId;
  errors: readonly FormError[];
  ref: Ref<HTMLDivElement>;
  onFollow: (error: FormError) => void;
}

/**
 * Takes the focus when a page cannot be left, so that it is read out first. It is no live region: it
 * would be read out anew at every field that is mended.
 */
export function ErrorSummary({ page, errors, ref, onFollow }: ErrorSummaryProps) {
  const { t, store } = useFormTools();
  const headingId = useId();
  if (errors.length === 0) return null;
  const { draft } = store.getState();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for boxes, and here are links.
    <div
      ref={ref}
      role="group"
      tabIndex={-1}
      aria-labelledby={headingId}
      className="rounded-lg border-2 border-danger bg-surface p-4"
    >
      <h2 id={headingId} className="m-0 text-lg font-semibold text-ink">
        {t("register.errors.title", { count: errors.length })}
      </h2>
      <ul className="m-0 mt-1 list-none p-0">
        {errors.map((error) => {
          const other = pageOfPath(error.path);
          return (
            <li key={error.path}>
              <a
                href={`#${controlId(error.path)}`}
                className="inline-flex min-h-11 items-center py-1 leading-snug font-semibold text-danger underline underline-offset-4"
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

/** Moves the focus to the control for `path`, or to the nearest one around it. */
export function focusControl(path: string): void {
  // Where the answer itself is fine, what it still needs can be elsewhere on the page.
  const mending = document.querySelector(`[data-mends="${CSS.escape(path)}"]`);
  const paths = [path, path.replace(/\.\w+$/, ".value"), path.replace(/[.[].*$/, "")];
  const found =
    mending ?? paths.map((tried) => document.getElementById(controlId(tried))).find(Boolean);
  // A group is led to by its first control, where the answer can be given at once.
  const control = found?.matches("fieldset") ? found.querySelector("input, button") : found;
  if (!(control instanceof HTMLElement)) return;
  control.focus();
  (found ?? control).scrollIntoView?.({ block: "center" });
}
