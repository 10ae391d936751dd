/** Advice on meeting people, and the numbers of helplines. */
import { currentLanguage, useText } from "#/i18n/use-text";
import { paths } from "#/lib/paths";
import { Link } from "#/navigation/link";
import { buttonClass } from "#/ui/button";
import { Card } from "#/ui/card";

const parts = [
  { id: "chat", advice: ["chat.stay", "chat.unhurried", "chat.line"] },
  { id: "money", advice: ["money.never", "money.invest", "money.signs"] },
  { id: "meet", advice: ["meet.public", "meet.tell", "meet.way", "meet.drink", "meet.leave"] },
  { id: "after", advice: ["after.danger", "after.report", "after.keep", "after.fault"] },
] as const;

/** The helplines of each country, the most urgent first. A message describes the purpose of each number. */
const countries = [
  { id: "tw", numbers: ["110", "165", "113"] },
  { id: "jp", numbers: ["110", "#9110", "188", "#8103", "#8008"] },
] as const;

export function SafetyAdvice() {
  const t = useText();
  return (
    <>
      <p className="text-muted">{t("settings.safety.lead")}</p>
      {parts.map(({ id, advice }) => (
        <Card key={id} title={t(`settings.safety.${id}.title`)}>
          <ul className="m-0 flex list-disc flex-col gap-2 pl-5">
            {advice.map((each) => (
              <li key={each}>{t(`settings.safety.${each}`)}</li>
            ))}
          </ul>
        </Card>
      ))}
      <Helplines />
    </>
  );
}

/** Only members who may be introduced to others need this card. */
export function ReportAndBlock() {
  const t = useText();
  return (
    <Card title={t("settings.safety.here.title")}>
      <p>{t("settings.safety.here.report")}</p>
      <p>{t("settings.safety.here.block")}</p>
      <Link to={paths.privacy} className={buttonClass("secondary")}>
        {t("settings.safety.here.blocked")}
      </Link>
    </Card>
  );
}

function Helplines() {
  const t = useText();
  // A person who reads Japanese is more likely to be in Japan, so the Japanese numbers come first.
  const first = currentLanguage() === "ja" ? "jp" : "tw";
  const ordered = [...countries].sort((country) => (country.id === first ? -1 : 1));
  return (
    <Card title={t("settings.safety.help.title")}>
      <p className="text-muted">{t("settings.safety.help.text")}</p>
      {ordered.map(({ id, numbers }) => (
        <div key={id} className="flex flex-col">
          <h3 className="font-bold">{t(`settings.safety.help.${id}`)}</h3>
          <ul className="m-0 flex list-none flex-col divide-y divide-line p-0">
            {numbers.map((number) => (
              <li key={number}>
                <Helpline
                  number={number}
                  purpose={t(`settings.safety.help.${id}.${number.replace("#", "")}`)}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Card>
  );
}

const lineClass = "flex min-h-12 flex-wrap items-center gap-x-4 py-2 text-ink";
const numberClass = "min-w-16 text-lg font-bold tabular-nums";

function Helpline({ number, purpose }: { number: string; purpose: string }) {
  const words = <span className="min-w-0 flex-1 basis-40">{purpose}</span>;
  // Some iPhones do not dial a link whose number contains "#", so the number is plain text to copy.
  if (number.includes("#")) {
    return (
      <p className={`m-0 ${lineClass}`}>
        <span className={`${numberClass} select-all`}>{number}</span> {words}
      </p>
    );
  }
  return (
    <a href={`tel:${number}`} className={`${lineClass} no-underline`}>
      <span className={`${numberClass} text-accent underline underline-offset-4`}>{number}</span>
      {words}
    </a>
  );
}
