/** The page of a match that is over. It shows the notes that were not sent, so that the member can copy their text. */

import { useText } from "#/i18n/use-text";
import { paths } from "#/lib/paths";
import { memberOutbox } from "#/member/member-outbox";
import { MemberPage } from "#/member/member-page";
import type { UnsentNote } from "#/member/outbox";
import { Link } from "#/navigation/link";
import { Button, buttonClass } from "#/ui/button";
import { cardClass } from "#/ui/card";
import { useNoteDraft } from "./composer";

interface Props {
  matchId: string;
  unsent: readonly UnsentNote[];
}

export function GoneConversation({ matchId, unsent }: Props) {
  const t = useText();
  const draft = useNoteDraft(matchId);
  const deleteDraft = () => {
    draft.empty();
    draft.deleteStored();
  };
  return (
    <MemberPage
      title={t("matches.gone.title")}
      tab="matches"
      parent={{ to: paths.matches, label: t("member.back.matches") }}
    >
      <p className="m-0 text-lg text-muted">{t("matches.gone.text")}</p>
      {unsent.map(({ id, text }) => (
        <UnsentText key={id} text={text} onDelete={() => void memberOutbox().remove(id)} />
      ))}
      {draft.text ? <UnsentText text={draft.text} onDelete={deleteDraft} /> : null}
      <Link to={paths.matches} className={buttonClass("secondary")}>
        {t("matches.title")}
      </Link>
    </MemberPage>
  );
}

function UnsentText({ text, onDelete }: { text: string; onDelete: () => void }) {
  const t = useText();
  return (
    <section className={`${cardClass} flex flex-col items-start gap-2`}>
      <p className="m-0 text-sm text-muted">{t("matches.gone.unsent")}</p>
      <p dir="auto" className="m-0 whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
      <Button variant="ghost" className="-ml-2" onClick={onDelete}>
        {t("matches.delete")}
      </Button>
    </section>
  );
}
