/** Converts answers to labels and texts, for the summary of the form and for the profile page. */
import type { ConditionDraft, Core, ProfileDraft } from "#/core/core";
import type { Text } from "#/i18n/use-text";
import {
  formatDate,
  formatIncomes,
  formatLength,
  formatWord,
  numberOf,
} from "#/profile-form/answers/formats";
import { type FieldName, type FormScope, isFieldShown } from "#/profile-form/answers/page-table";
import { chosenTagNames, cityName } from "#/profile-form/fields/catalogue-options";
import { conditionLayouts, findCondition, formatBound } from "#/profile-form/fields/conditions";

export interface SummarySource {
  t: Text;
  core: Core;
  draft: ProfileDraft;
  /** The number of photos and the file names of the documents. The name of a missing document is empty. */
  files: { nPhotos: number; documentLabel: string; ageProofLabel?: string };
  /** The scope of the form. Missing if the summary shows no proof of age. */
  scope?: Pick<FormScope, "ageProof">;
  /** The confirmed work mailbox. Empty before the confirmation. Undefined if the summary leaves out the mailbox. */
  mailbox?: string;
}

/** An answer in the summary. Its text is empty if the person gave no answer. */
export interface Answer {
  field: FieldName | "workEmail";
  label: string;
  text: string;
}

const lengths: Partial<Record<FieldName, "centimeter" | "kilometer">> = {
  height: "centimeter",
  recommendDistanceKm: "kilometer",
};

/** Returns the answers to these fields in the same order. Leaves out fields that the form does not show. */
export function summarize(source: SummarySource, fields: readonly FieldName[]): Answer[] {
  const shown = fields.filter((field) => hasLine(source, field));
  return shown.flatMap((field) => [
    answerOf(source, field),
    ...(field === "verifyMethod" ? mailboxAnswer(source) : []),
  ]);
}

/** Returns the answer about the work mailbox. The mailbox is not in the draft, because the server already knows it. */
function mailboxAnswer({ t, draft, mailbox }: SummarySource): Answer[] {
  if (draft.verifyMethod !== "WORK_EMAIL" || mailbox === undefined) return [];
  return [{ field: "workEmail", label: t("register.workEmail.label"), text: mailbox }];
}

/** Shortens `me@ibm.com` to `m…@ibm.com`, so that a bystander cannot read the address from the screen. */
export function shortenAddress(address: string): string {
  return address.replace(/^(.)[^@]*/u, "$1…");
}

/** Returns true if the summary shows the field. The answer about the latitude also stands for the longitude. */
function hasLine(source: SummarySource, field: FieldName): boolean {
  return field !== "longitude" && isFieldShown(field, source.draft, source.scope ?? {});
}

function answerOf(source: SummarySource, field: FieldName): Answer {
  const label = source.t(
    field === "latitude" ? "register.location.label" : `vocabulary.field.${field}`,
  );
  return { field, label, text: textOfAnswer(source, field) };
}

function textOfAnswer(source: SummarySource, field: FieldName): string {
  const { t, draft, core, files } = source;
  const value: unknown = draft[field as keyof typeof draft];
  if (field.endsWith("TagIds")) {
    return chosenTagNames(source, field, value).join(t("register.listSeparator"));
  }
  switch (field) {
    case "photoNameList":
      return files.nPhotos > 0 ? t("register.photo.count", { count: files.nPhotos }) : "";
    case "verifyTempFileName":
      return files.documentLabel;
    case "ageProofFileName":
      return files.ageProofLabel ?? "";
    case "valueItem":
      return conditionsText(source);
    case "latitude":
      return value == null ? "" : t("register.location.known");
    case "city": {
      const city = core.catalogue().cities.find(({ code }) => code === value);
      return city ? cityName(source, city) : "";
    }
    case "employerId":
      return core.employers().find(({ id }) => id === value)?.name ?? "";
    case "recommendDistanceKm":
      if (!value || numberOf(value) === 0) return t("register.anyDistance");
  }
  if (value === undefined || value === null || value === "") return "";
  if (field in core.vocabulary()) return formatWord(t, field, String(value));
  if (value === true || value === "true") return t("register.yes");
  if (value === false || value === "false") return t("register.no");
  if (field === "birthday") return formatDate(String(value));
  const unit = lengths[field];
  const number = unit ? numberOf(value) : null;
  // If the answer is no number, show the typed text, so that the person sees the mistake.
  return unit && number !== null ? formatLength(number, unit) : String(value);
}

function conditionsText(source: SummarySource): string {
  const { t, draft } = source;
  const lines = conditionLayouts.flatMap(({ type, control }) => {
    const { item, isSelected } = findCondition(draft, type);
    if (!item || !isSelected) return [];
    const text =
      control === "range" ? rangeText(source, type, item) : wordText(source, control, item.value);
    const name = t(`vocabulary.condition.${type}`);
    return text ? [t("register.answer", { name, value: text })] : [];
  });
  return lines.join("\n");
}

/** Returns a text such as "28 – 40 years", or "28 years or more" for a range without an upper bound. */
function rangeText({ t }: SummarySource, type: string, item: ConditionDraft): string {
  const [low, high] = [item.from, item.to].map(numberOf);
  const inWords = (bound: unknown, number: number | null | undefined) =>
    number ? formatBound(t, type, number) : String(bound || "");
  const from = inWords(item.from, low);
  const to = inWords(item.to, high);
  if (from && to) {
    if (type === "INCOME" && low && high) return formatIncomes(t, low, high);
    return t("register.range.between", { from: low ? String(low) : from, to });
  }
  if (from) return t("register.range.atLeast", { from });
  return to ? t("register.range.atMost", { to }) : "";
}

function wordText(source: SummarySource, control: "education" | "yesNo", value: unknown): string {
  const word = String(value ?? "");
  if (word === "") return "";
  if (control === "yesNo") return source.t(`register.condition.${word === "true" ? "yes" : "no"}`);
  const name = source.t(`vocabulary.education.${word}`);
  return source.t("register.range.atLeast", { from: name });
}
