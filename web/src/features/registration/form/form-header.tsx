/** Above the heading of each page: how far the form is, and the language. */

import { Progress } from "../../../ui/progress";
import { LanguageSelect } from "../../language/language-select";
import { SavedIndicator } from "../draft/saved-indicator";
import { useFormTools } from "./form-context";
import type { PageId } from "./page-table";

export function FormHeader({ page }: { page: PageId }) {
  const { t, store } = useFormTools();
  const { pages } = store.scope;
  const step = pages.findIndex(({ id }) => id === page) + 1;
  const total = pages.length;
  const words = t("register.progress", { step, total });
  return (
    <div className="-mt-3 flex flex-col gap-1 pb-2">
      <div className="flex items-center justify-between gap-3">
        <p aria-hidden="true" className="m-0 text-sm text-muted tabular-nums">
          {words}
        </p>
        <LanguageSelect />
      </div>
      <Progress
        label={t("register.progressLabel")}
        value={step}
        max={total}
        valueText={t("register.answer", { name: words, value: t(`register.page.${page}`) })}
      />
      {/* As high without words, so that nothing jumps when they come. */}
      <div className="min-h-6 pt-1">
        <SavedIndicator />
      </div>
    </div>
  );
}
