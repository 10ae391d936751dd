/** Shows that the member offers a LINE contact, and links to the other person's contact once both people offer one. */
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

export async function openContactDialog({ matchId, person }: Match): Promise<void> {
  const load = async () => (await import("./contact-dialog")).ContactDialog;
  await openDialog(load, { matchId, name: person.nickname });
}

export function ContactPanel({ match: { matchId, person, contact } }: { match: Match }) {
  const t = useText();
  const name = person.nickname;
  const { isBusy, run } = useAct(showFailureToast);
  const takeBack = () =>
    run(async () => {
      keepContact(matchId, await asMember(() => offerContact(matchId, null)));
      // The panel disappears together with the focused button, so move the focus to the heading.
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
