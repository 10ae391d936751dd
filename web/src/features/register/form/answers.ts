/** The answers of a page as a person reads them. */
import { conditionLayouts, findCondition } from "../inputs/conditions";
import { cityName } from "../inputs/places";
import { chosenIds, tagsOf } from "../inputs/tag-input";
import type { AnswerSource } from "./form-context";
import type { FieldName } from "./page-table";

/** One line of the list of answers; the text is empty where nothing was given. */
export interface Answer {
  label: string;
  text: string;
}

const wordLists: Partial<Record<FieldName, string>> = {
  gender: "gender",
  matchGender: "matchGender",
  occupationType: "occupationType",
  incomeRange: "incomeRange",
  education: "education",
  verifyMethod: "verifyMethod",
};

const units: Partial<Record<FieldName, string>> = {
  height: "register.unit.cm",
  recommendDistanceKm: "register.unit.km",
};

/** The answers of these fields, in order. */
export function answersOf(source: AnswerSource, fields: readonly FieldName[]): Answer[] {
  return fields.filter((field) => isShown(source, field)).map((field) => answerOf(source, field));
}

/** A place is one line, and only the proof that was chosen is shown. */
function isShown(source: AnswerSource, field: FieldName): boolean {
  const method = source.draft.verifyMethod;
  if (field === "longitude") return false;
  if (field === "verifyTempFileName") return method === "DOCUMENT";
  if (field === "reviewLink") return method === "LINK";
  return true;
}

function answerOf(source: AnswerSource, field: FieldName): Answer {
  const label = source.t(
    field === "latitude" ? "register.location.label" : `register.${field}.label`,
  );
  return { label, text: textOfAnswer(source, field) };
}

function textOfAnswer(source: AnswerSource, field: FieldName): string {
  const { t, draft, core, files } = source;
  const value: unknown = draft[field as keyof typeof draft];
  if (field.endsWith("TagIds")) {
    const chosen = chosenIds(source, field);
    const tags = tagsOf(source, field).filter((tag) => chosen.includes(tag.id));
    return tags.map((tag) => tag.label).join(t("register.listSeparator"));
  }
  switch (field) {
    case "photoNameList":
      return t("register.photo.count", { count: files.nPhotos });
    case "verifyTempFileName":
      return files.documentLabel;
    case "valueItem":
      return conditionsText(source);
    case "latitude":
      return value == null ? "" : t("register.location.known");
    case "city": {
      const city = core.catalogue().cities.find((held) => held.code === value);
      return city ? cityName(source, city) : "";
    }
    case "employerId":
      return core.employers().find((held) => held.id === value)?.name ?? "";
    case "recommendDistanceKm":
      if (!value || value === "0") return t("register.anyDistance");
  }
  if (value === undefined || value === null || value === "") return "";
  const list = wordLists[field];
  if (list) return t(`vocabulary.${list}.${value}`);
  if (value === true || value === "true") return t("register.yes");
  if (value === false || value === "false") return t("register.no");
  const unit = units[field];
  return unit ? `${value} ${t(unit)}` : String(value);
}

function conditionsText(source: AnswerSource): string {
  const { t, draft } = source;
  const lines = conditionLayouts.flatMap(({ type, control, unit }) => {
    const { item, isSelected } = findCondition(draft, type);
    if (!item || !isSelected) return [];
    const name = t(`vocabulary.condition.${type}`);
    if (control === "range") {
      const any = t("register.range.any");
      const bounds = `${item.from || any} – ${item.to || any}`;
      return [
        item.from || item.to
          ? t("register.answer", { name, value: `${bounds} ${t(unit ?? "")}` })
          : "",
      ];
    }
    const value = String(item.value ?? "");
    if (value === "") return [];
    const word =
      control === "education" ? t(`vocabulary.education.${value}`) : yesOrNo(source, value);
    return [t("register.answer", { name, value: word })];
  });
  return lines.filter(Boolean).join("\n");
}

function yesOrNo(source: AnswerSource, value: string): string {
  return source.t(value === "true" ? "register.yes" : "register.no");
}
