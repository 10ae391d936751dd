/** The filters of the queue: tabs with the number of cases of each kind, and selects. */
import type { ReactNode } from "react";
import type { CaseCounts, CaseFilter, CaseKind, VerifyMethod } from "#/api/review-cases";
import { allEmployers } from "#/console/employers";
import { reviewRules } from "#/core/review-rules";
import { useText } from "#/i18n/use-text";
import { ages, evidenceKinds, type FilterChange } from "./filters";

interface Props {
  filter: CaseFilter;
  onChange: (changed: FilterChange) => void;
}

export function KindTabs({ filter, counts, onChange }: Props & { counts: CaseCounts | null }) {
  const t = useText();
  const total = counts ? Object.values(counts).reduce((sum, open) => sum + open, 0) : null;
  const kinds: readonly (CaseKind | undefined)[] = [undefined, ...reviewRules.kinds];
  return (
    <fieldset className="m-0 flex min-w-0 flex-wrap gap-2 border-0 p-0">
      <legend className="sr-only">{t("console.filter.kind")}</legend>
      {kinds.map((kind) => {
        const isChosen = filter.kind === kind;
        const count = kind ? counts?.[kind] : total;
        return (
          <button
            key={kind ?? "all"}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChange({ kind })}
            className={`inline-flex min-h-11 items-center gap-2 rounded-full border px-3 text-sm font-semibold ${
              isChosen
                ? "border-accent bg-accent text-on-accent"
                : "border-control bg-surface text-ink hover:bg-sunken"
            }`}
          >
            {kind ? t(`console.kind.${kind}`) : t("console.filter.all")}
            <span className="tabular-nums">{count ?? "–"}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

export function FilterBar({ filter, onChange }: Props) {
  const t = useText();
  return (
    <div className="grid grid-cols-3 gap-2 sm:flex sm:flex-wrap sm:gap-x-4">
      <Select
        label={t("console.filter.evidence")}
        value={filter.evidence ?? ""}
        onChange={(value) => onChange({ evidence: (value as VerifyMethod) || undefined })}
      >
        {evidenceKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`console.evidence.${kind}`)}
          </option>
        ))}
      </Select>
      <Select
        label={t("console.filter.employer")}
        value={filter.employerId ?? ""}
        onChange={(value) => onChange({ employerId: value || undefined })}
      >
        {allEmployers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label={t("console.filter.age")}
        value={String(filter.olderThanHours ?? "")}
        onChange={(value) => onChange({ olderThanHours: Number(value) || undefined })}
      >
        {ages.map((hours) => (
          <option key={hours} value={hours}>
            {t("console.filter.olderThan", { hours })}
          </option>
        ))}
      </Select>
    </div>
  );
}

interface SelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Select({ label, value, onChange, children }: SelectProps) {
  const t = useText();
  return (
    <label className="flex min-w-0 flex-col gap-1 text-sm text-muted sm:flex-row sm:items-center sm:gap-2">
      {label}
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-11 min-w-0 rounded-md border border-control bg-surface px-2 text-base text-ink sm:max-w-56 sm:px-3"
      >
        <option value="">{t("console.filter.any")}</option>
        {children}
      </select>
    </label>
  );
}
