/** Asks the member once whether the two people of a match have met. The server says when to ask. */
import { showFailureToast } from "#/api/failure-toasts";
import { type Match, tellIfMet } from "#/api/matches";
import { useText } from "#/i18n/use-text";
import { focusHeading } from "#/lib/focus-heading";
import { useAct } from "#/lib/use-act";
import { matches } from "#/member/resources";
import { asMember } from "#/person/identify-member";
import { Button } from "#/ui/button";
import { cardClass } from "#/ui/card";

export function MetQuestion({ match: { matchId, person, asksIfMet } }: { match: Match }) {
  const t = useText();
  const { running, isBusy, run } = useAct(showFailureToast);
  if (!asksIfMet) return null;
  const answer = (met: boolean) =>
    run(async () => {
      await asMember(() => tellIfMet(matchId, met));
      matches().change((all) =>
        all.map((it) => (it.matchId === matchId ? { ...it, asksIfMet: false } : it)),
      );
      // The question disappears together with the focused button, so move the focus to the heading.
      focusHeading();
    }, String(met));
  return (
    <section className={`${cardClass} flex flex-col gap-3`}>
      <h2 className="m-0 text-lg font-bold">
        {t("matches.met.question", { name: person.nickname })}
      </h2>
      <p className="m-0 text-sm text-muted">{t("matches.met.hint")}</p>
      <div className="grid grid-cols-2 gap-2">
        <Button
          variant="secondary"
          size="narrow"
          className="w-full"
          isBusy={running === "false"}
          disabled={isBusy}
          onClick={() => void answer(false)}
        >
          {t("matches.met.no")}
        </Button>
        <Button
          size="narrow"
          className="w-full"
          isBusy={running === "true"}
          disabled={isBusy}
          onClick={() => void answer(true)}
        >
          {t("matches.met.yes")}
        </Button>
      </div>
    </section>
  );
}
