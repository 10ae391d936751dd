/** The conversation of a match. */
import { useLists } from "#/core/use-core";
import { Composer } from "#/features/conversation/composer";
import { openContactDialog } from "#/features/conversation/contact-panel";
import { Conversation, useLatestInView, useNotes } from "#/features/conversation/conversation";
import { GoneConversation } from "#/features/conversation/gone-conversation";
import { PersonPicture } from "#/features/conversation/person-picture";
import { PersonMenuButton } from "#/features/safety/person-menu-button";
import { useText } from "#/i18n/use-text";
import { matchIdOf, paths } from "#/lib/paths";
import { BackLink, Shown, useMemberStart } from "#/member/member-page";
import { useResource } from "#/member/resource";
import { matches } from "#/member/resources";
import { navigate, usePlace } from "#/navigation/navigation";
import { openDialog } from "#/overlays/open-dialog";
import { Button } from "#/ui/button";
import { Page } from "#/ui/page";
import { useKeyboardHeight } from "#/ui/use-keyboard-height";

export function ConversationPage() {
  const t = useText();
  const matchId = matchIdOf(usePlace().pathname) ?? "";
  const state = useResource(matches);
  const lists = useLists();
  const conversation = useNotes(matchId);
  const { notes, ahead, unsent, isGone } = conversation;
  const nOwn = ahead.length + unsent.length;
  const { hasNewBelow, toEnd } = useLatestInView(notes?.at(-1)?.noteId, nOwn);
  const keyboardPx = useKeyboardHeight(true);
  useMemberStart();
  const match = state.data?.find((it) => it.matchId === matchId);
  // Only a list that the server has just sent shows that the match is over. A stored list may lack a new match.
  const isListFresh = !state.isOpening && !state.isLoading && state.error === null;
  const isOver = isGone || (isListFresh && !match);
  if (isOver) return <GoneConversation matchId={matchId} unsent={unsent} />;
  const seePerson = async () => {
    if (!match || !lists) return;
    const load = async () => (await import("#/features/conversation/person-dialog")).PersonDialog;
    await openDialog(load, { person: match.person, lists });
  };
  return (
    <Page
      title={match?.person.nickname ?? t("matches.title")}
      eyebrow={
        <span className="flex flex-wrap items-center justify-between gap-x-2">
          <BackLink to={paths.matches} label={t("member.back.matches")} />
          {match ? (
            <PersonMenuButton
              acquaintance={{ matchId }}
              name={match.person.nickname}
              choices={[
                {
                  id: "person",
                  label: t("matches.aboutPerson"),
                  onChosen: () => void seePerson(),
                },
                ...(match.contact.mine
                  ? []
                  : [
                      {
                        id: "contact",
                        label: t("matches.contact.offer"),
                        onChosen: () => void openContactDialog(match),
                      },
                    ]),
              ]}
              onGone={() => void navigate(paths.matches, { replace: true })}
            />
          ) : null}
        </span>
      }
      picture={
        match ? (
          <button
            type="button"
            aria-label={t("matches.aboutPerson")}
            onClick={() => void seePerson()}
            className="shrink-0 rounded-full"
          >
            <PersonPicture person={match.person} />
          </button>
        ) : undefined
      }
      liftPx={keyboardPx}
      actions={
        match ? (
          <>
            {hasNewBelow ? (
              <Button variant="secondary" className="self-center" onClick={toEnd}>
                {t("matches.newBelow")}
              </Button>
            ) : null}
            <Composer
              key={matchId}
              matchId={matchId}
              name={match.person.nickname}
              maxLength={lists?.meetingLimits().note ?? Number.POSITIVE_INFINITY}
              onSent={toEnd}
            />
          </>
        ) : undefined
      }
    >
      <Shown state={state} isEmpty={() => !match} shape="conversation">
        {() => (match ? <Conversation match={match} conversation={conversation} /> : null)}
      </Shown>
    </Page>
  );
}
