/** The LINE contacts of a match: the member's own, and the other person's once both are offered. */
import { showFailureToast } from "#/api/failure-toasts";
import { type Match, offerContact } from "#/api/matches";
import { useText } from "#/i18n/use-text";
import { focusHeading } from "#/lib/focus-heading";
import { useAct } from "#/lib/use-act";
import { openDialog } from "#/overlays/open-dialog";
import { asMember } from "#/person/identify-member";
import { Button, buttonClass } from "#/ui/button";
import { cardClass } from "#/ui/card";
import { keepContact } from "./keep-contact";

/** Opens the dialog in which the member offers their contact. */
export async function openContactDialog({ matchId, person }: Match): Promise<void> {
  const load = async () => (await import("./contact-dialog")).ContactDialog;
  await openDialog(load, { matchId, name: person.nickname });
}

/** Draws nothing before the member has offered a contact. */
export function ContactPanel({ match: { matchId, person, contact } }: { match: Match }) {
  const t = useText();
  const name = person.nickname;
  const { isBusy, run } = useAct(showFailureToast);
  const takeBack = () =>
    run(async () => {
      keepContact(matchId, await asMember(() => offerContact(matchId, null)));
      // The panel goes, with the button that had the focus.
      focusHeading();
    });
  if (!contact.mine) return null;
  return (
    <section className={`${cardClass} flex flex-col items-start gap-2`}>
      <p className="m-0">
        {t(contact.theirs ? "matches.contact.both" : "matches.contact.offered", { name })}
      </p>
      {contact.theirs ? (
        <>
          <a href={contact.theirs} target="_blank" rel="noreferrer" className={buttonClass()}>
            {t("matches.contact.open", { name })}
          </a>
          <p className="m-0 text-sm text-muted">{t("matches.contact.rules")}</p>
        </>
      ) : null}
      <Button variant="ghost" className="-ml-2" isBusy={isBusy} onClick={() => void takeBack()}>
        {t("matches.contact.takeBack")}
      </Button>
    </section>
  );
}
