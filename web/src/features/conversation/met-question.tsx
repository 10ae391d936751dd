/** Asks once whether the two met, some time after both have offered their LINE contacts. */
import { useState } from "react";
import { showFailureToast } from "../../api/failure-toasts";
import { type Match, tellIfMet } from "../../api/matches";
import { useText } from "../../i18n/use-text";
import { focusHeading } from "../../lib/focus-heading";
import { asMember } from "../../person/identify-member";
import { Button } from "../../ui/button";
import { cardClass } from "../../ui/card";
import { matches } from "../member/resources";

export function MetQuestion({ match: { matchId, person, asksIfMet } }: { match: Match }) {
  const t = useText();
  /** The answer that is on its way. */
  const [sending, setSending] = useState<boolean | null>(null);
  if (!asksIfMet) return null;
  const answer = async (met: boolean) => {
    setSending(met);
    try {
      await asMember(() => tellIfMet(matchId, met));
      matches().change((all) =>
        all.map((it) => (it.matchId === matchId ? { ...it, asksIfMet: false } : it)),
      );
      // The question goes, with the button that had the focus.
      focusHeading();
    } catch (error) {
      showFailureToast(error);
      setSending(null);
    }
  };
  return (
    <section className={`${cardClass} flex flex-col gap-3`}>
      <h2 className="m-0 text-lg font-bold">
        {t("matches.met.question", { name: person.nickname })}
      </h2>
      <p className="m-0 text-sm text-muted">{t("matches.met.hint")}</p>
      <div className="grid grid-cols-2 gap-2">
        <Button
          variant="secondary"
          className="w-full px-2!"
          isBusy={sending === false}
          disabled={sending !== null}
          onClick={() => void answer(false)}
        >
          {t("matches.met.no")}
        </Button>
        <Button
          className="w-full px-2!"
          isBusy={sending === true}
          disabled={sending !== null}
          onClick={() => void answer(true)}
        >
          {t("matches.met.yes")}
        </Button>
      </div>
    </section>
  );
}
