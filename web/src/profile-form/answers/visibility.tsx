/** Shows who can see an answer, by a mark beside each label and a legend of the marks. Core decides who can. */
import type { FieldRule } from "#/core/core";
import { type FieldMark, MarkIcon } from "#/ui/fields/field-frame";
import type { IconName } from "#/ui/icon";
import { type FormTools, useFormTools } from "./form-context";
import type { FieldName } from "./page-table";

type Visibility = FieldRule["visibility"];

const icons: Record<Visibility, IconName> = {
  shown: "eye",
  derived: "eye-half",
  matching: "heart",
  reviewers: "lock",
};

export function markOf(
  { t, ruleOf }: Pick<FormTools, "t" | "ruleOf">,
  field: string,
): FieldMark | undefined {
  const visibility = ruleOf(field as FieldName)?.visibility;
  return visibility && { icon: icons[visibility], text: t(`register.visibility.${visibility}`) };
}

export function VisibilityLegend() {
  const { t } = useFormTools();
  const all = Object.entries(icons) as [Visibility, IconName][];
  return (
    <section aria-labelledby="visibility-legend" className="rounded-md bg-sunken px-4 py-3 text-sm">
      <h2 id="visibility-legend" className="m-0 font-semibold text-ink">
        {t("register.visibility.title")}
      </h2>
      <ul className="m-0 mt-1 grid list-none gap-x-4 gap-y-0.5 p-0 text-muted sm:grid-cols-2">
        {all.map(([visibility, icon]) => (
          <li key={visibility} className="flex gap-1">
            <MarkIcon mark={{ icon, text: "" }} />
            {/* With large text on a small phone, a Japanese phrase can be wider than the screen, so it may break. */}
            <span className="min-w-0 wrap-anywhere">{t(`register.visibility.${visibility}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
