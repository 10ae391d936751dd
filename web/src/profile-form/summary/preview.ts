/** Makes a person's card, as other members see it, from the answers. Core decides which answers a card shows. */
import { today } from "#/core/use-core";
import type { Person } from "#/member/person-card";
import type { FormTools } from "#/profile-form/answers/form-context";
import { ageOn } from "#/profile-form/answers/formats";
import { type FieldName, pageTable } from "#/profile-form/answers/page-table";
import { chosenTagNames } from "#/profile-form/fields/catalogue-options";
import type { IconName } from "#/ui/icon";
import { type SummarySource, summarize } from "./summary";

interface PreviewSource extends SummarySource, Pick<FormTools, "ruleOf"> {
  photos: Person["photos"];
  /** The name of the verified employer, if the person lets other members see the name. */
  employer?: string | undefined;
}

/** The answers that the card shows as facts with an icon. These answers have only a few words. */
const factIcons: Partial<Record<FieldName, IconName>> = {
  occupationType: "briefcase",
  education: "graduation-cap",
  city: "map-pin",
};

export function previewOf(source: PreviewSource): Person {
  const { t, draft, ruleOf, photos, employer } = source;
  const fields = pageTable.flatMap((page): readonly FieldName[] => page.fields);
  const shown = fields.filter((field) => ruleOf(field)?.visibility === "shown");
  const answers = summarize(source, shown).filter(({ text }) => text !== "");
  const name = answers.find(({ field }) => field === "nickname")?.text ?? "";
  const age = ageOn(String(draft.birthday ?? ""), today());
  const facts: Person["facts"][number][] = [];
  const texts: Person["texts"][number][] = [];
  const tags: Person["tags"][number][] = [];
  for (const { field, label, text } of answers) {
    if (field === "nickname" || field === "photoNameList" || field === "workEmail") continue;
    const icon = factIcons[field];
    if (icon) facts.push({ icon, text });
    else if (field.endsWith("TagIds"))
      tags.push({
        label,
        names: chosenTagNames(source, field, draft[field as keyof typeof draft]),
      });
    else texts.push({ label, text });
  }
  const verified = employer
    ? t("register.preview.employer", { employer })
    : t("register.preview.employerVerified");
  facts.push({ icon: "shield-check", text: verified });
  const title = age === null ? name : t("register.preview.nameAndAge", { name, age });
  return { title, photos, facts, texts, tags };
}
