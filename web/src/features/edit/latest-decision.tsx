/** The latest decision of a reviewer about proposed changes, with its reasons. */
import type { ProfileChanges } from "#/api/profile-changes";
import { useText } from "#/i18n/use-text";
import { formatMoment } from "#/member/moments";
import { ReasonList } from "#/member/reason-list";
import { fieldOfPath } from "#/profile-form/answers/page-table";
import { toneClasses } from "#/ui/card";
import { Icon } from "#/ui/icon";

export function LatestDecision({ decision }: { decision: ProfileChanges["latestDecision"] }) {
  const t = useText();
  if (decision === null) return null;
  const { outcome, fields, reasons, decidedAt } = decision;
  const isAccepted = outcome === "ACCEPTED";
  const words = isAccepted ? "accepted" : "refused";
  // List only the fields without a reason, because the text of each reason names its field.
  const explained = reasons.map(({ path }) => fieldOfPath(path));
  const names = fields
    .filter((field) => !explained.includes(field))
    .map((field) => t(`vocabulary.field.${field}`));
  return (
    <section
      aria-labelledby="latest-decision"
      className={`flex flex-col gap-2 rounded-lg p-4 sm:p-6 ${toneClasses[isAccepted ? "ok" : "danger"]}`}
    >
      <h3 id="latest-decision" className="m-0 flex items-center gap-2 font-bold">
        <Icon name={isAccepted ? "circle-check" : "circle-x"} />
        {t(`edit.decision.${words}`)}
      </h3>
      <p className="m-0 text-sm text-muted">{formatMoment(Date.parse(decidedAt))}</p>
      <p className="m-0 wrap-anywhere empty:hidden">{names.join(t("register.listSeparator"))}</p>
      <ReasonList reasons={reasons} />
      {isAccepted ? null : <p className="m-0">{t("edit.decision.next")}</p>}
    </section>
  );
}
