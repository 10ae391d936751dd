/** The facts that the member declared. A case about changes shows the changed facts first and folds the others. */
import type { FactSection } from "#/api/review-cases";
import { useText } from "#/i18n/use-text";
import { Card } from "#/ui/card";

type Row = FactSection["rows"][number];

const isChanged = ({ before }: Row) => before !== null;

interface Props {
  sections: readonly FactSection[];
  /** True for a case about changes: a resubmission, or new facts of an approved profile. */
  isAboutChanges: boolean;
}

export function Facts({ sections, isAboutChanges }: Props) {
  const t = useText();
  const changed = sections.flatMap(({ rows }) => rows.filter(isChanged));
  if (!isAboutChanges || changed.length === 0) {
    return sections.map((section) => <Section key={section.page} {...section} />);
  }
  const others = sections
    .map((section) => ({ ...section, rows: section.rows.filter((row) => !isChanged(row)) }))
    .filter(({ rows }) => rows.length > 0);
  const nOthers = others.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <>
      <Card title={t("console.facts.changes")}>
        <dl className="flex flex-col divide-y divide-line">
          {changed.map((row) => (
            <ChangedRow key={row.field} row={row} />
          ))}
        </dl>
      </Card>
      {nOthers > 0 ? (
        <Card title={t("console.facts.others", { count: nOthers })} isFolded>
          {others.map(({ page, heading, rows }) => (
            <div key={page}>
              <h3 className="text-base font-bold">{heading}</h3>
              <Rows rows={rows} />
            </div>
          ))}
        </Card>
      ) : null}
    </>
  );
}

function Section({ heading, rows }: FactSection) {
  if (rows.length === 0) return null;
  return (
    <section className="rounded-lg border border-line bg-surface px-4 py-3">
      <h2 className="mb-1 text-base font-bold">{heading}</h2>
      <Rows rows={rows} />
    </section>
  );
}

function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className="divide-y divide-line">
      {rows.map((row) => (
        <div
          key={row.field}
          className="grid gap-x-4 py-1.5 sm:grid-cols-[minmax(7rem,2fr)_minmax(0,5fr)]"
        >
          <dt className="text-sm leading-7 text-muted">{row.label}</dt>
          <dd className="m-0 min-w-0">
            <Value text={row.text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ChangedRow({ row }: { row: Row }) {
  const t = useText();
  return (
    <div className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
      <dt className="font-semibold">{row.label}</dt>
      <dd className="m-0 grid gap-2 sm:grid-cols-2">
        <Version label={t("console.facts.before")} text={row.before ?? ""} isOld />
        <Version label={t("console.facts.now")} text={row.text} />
      </dd>
    </div>
  );
}

function Version({ label, text, isOld }: { label: string; text: string; isOld?: boolean }) {
  return (
    <div
      className={`rounded-md border-l-4 px-3 py-2 ${isOld ? "border-line bg-sunken text-muted" : "border-accent bg-accent-soft"}`}
    >
      <p className="text-sm">{label}</p>
      <Value text={text} />
    </div>
  );
}

/** Shows a text of a member. An https address gets a separate link, so that the reviewer opens it only on purpose. */
function Value({ text }: { text: string }) {
  const t = useText();
  if (text === "") return <span className="text-muted">{t("console.facts.empty")}</span>;
  return (
    <>
      <span className="whitespace-pre-line wrap-anywhere" dir="auto">
        {text}
      </span>
      {isHttps(text) ? (
        <a
          href={text}
          target="_blank"
          rel="noopener noreferrer"
          className="ml-2 inline-flex min-h-8 items-center rounded-full border border-control px-3 text-sm font-semibold text-accent no-underline hover:bg-sunken"
        >
          {t("console.facts.openLink")}
        </a>
      ) : null}
    </>
  );
}

function isHttps(text: string): boolean {
  try {
    return /^https:\/\/\S+$/.test(text) && new URL(text).host !== "";
  } catch {
    return false;
  }
}
