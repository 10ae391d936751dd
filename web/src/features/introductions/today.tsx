/** The introductions of a member, one at a time, and the page after the last introduction. */
import { useEffect, useRef, useState } from "react";
import { preload } from "react-dom";
import type { Introduction, IntroductionAnswer, Introductions } from "#/api/introductions";
import type { Lists } from "#/core/lists";
import { useText } from "#/i18n/use-text";
import { imageAttributes } from "#/image/attributes";
import { afterPaint } from "#/lib/after-paint";
import { focusHeadingIfLost } from "#/lib/focus-heading";
import { prefetchAllowed } from "#/lib/prefetch-allowed";
import { useAct } from "#/lib/use-act";
import { answerToast, memberOutbox, prefetchMatchDialog } from "#/member/member-outbox";
import { markAnswered } from "#/member/resources";
import { yesDraftId } from "#/member/use-unsent-text";
import { openDialog } from "#/overlays/open-dialog";
import { currentAccount } from "#/session/session";
import { unsent } from "#/storage/account-store";
import { addToast } from "#/toasts/toasts";
import { Button } from "#/ui/button";
import { AnsweredList } from "./answered-list";
import { EmptyDay } from "./empty-day";
import { IntroductionCard } from "./introduction-card";
import { currentOf, type Deck } from "./use-deck";

interface Props {
  data: Introductions;
  deck: Deck;
  lists: Lists;
  /** The introduction that the member looks at again after a no, or null. */
  reopened: string | null;
  onReopen: (introductionId: string | null) => void;
  onExpired: () => void;
}

export function Today({ data, deck, lists, reopened, onReopen, onExpired }: Props) {
  const t = useText();
  const current = currentOf(deck, reopened);
  const next = deck.open.find((it) => it !== current);
  usePreload(next);
  const start = useStartOfCard(current?.introductionId, reopened);
  const [firstId] = useState(current?.introductionId);
  if (!current) {
    return (
      <>
        <EmptyDay data={data} hasAnswered={deck.answered.length > 0} />
        <AnsweredList answered={deck.answered} onReopen={onReopen} />
      </>
    );
  }
  const nLeft = deck.open.length;
  return (
    <>
      <div ref={start} tabIndex={-1} className="-mt-3 flex flex-col gap-1 scroll-mt-4 outline-none">
        <p className="m-0 text-muted">
          {current.answer ? t("introductions.again") : t("introductions.left", { count: nLeft })}
        </p>
        {nLeft >= lists.meetingLimits().waitingIntroductions ? (
          <p className="m-0 text-sm">{t("introductions.full", { count: nLeft })}</p>
        ) : null}
      </div>
      <IntroductionCard
        key={current.introductionId}
        introduction={current}
        lists={lists}
        onExpired={onExpired}
        isNext={current.introductionId !== firstId}
      />
      {nLeft === 0 ? null : <AnsweredList answered={deck.answered} onReopen={onReopen} />}
    </>
  );
}

interface AnswerProps {
  introduction: Introduction;
  lists: Lists;
  onAnswered: () => void;
}

export function AnswerButtons({ introduction, lists, onAnswered }: AnswerProps) {
  const t = useText();
  const { introductionId, person, answer } = introduction;
  const name = person.nickname;
  const { run } = useAct();
  /** Sends the answer once the phone shows the effect of the tap, because drawing the next card takes long. */
  const answerWith = async (given: IntroductionAnswer, note: string) => {
    await afterPaint();
    markAnswered(introductionId, given);
    const stored = memberOutbox().addAnswer(introductionId, given, note);
    const said = given === "YES" ? "introductions.saidYes" : "introductions.saidNo";
    addToast(() => t(said, { name }), {
      color: given === "YES" ? "green" : "neutral",
      key: answerToast,
    });
    onAnswered();
    await stored;
  };
  const sayNo = async () => {
    // The server already has this no, so there is nothing to send.
    if (answer === null) await answerWith("NO", "");
    else onAnswered();
  };
  const sayYes = async () => {
    prefetchMatchDialog();
    const { userId } = currentAccount();
    const load = async () => (await import("./yes-dialog")).YesDialog;
    const question = person.datingQuestion;
    const maxLength = lists.meetingLimits().answerNote;
    const note = await openDialog(load, { introductionId, name, question, maxLength });
    if (note === undefined) return;
    await answerWith("YES", note);
    // The outbox has the note now, so delete its draft.
    void unsent.delete(userId, [yesDraftId(introductionId)]);
  };
  return (
    // With large text, the grid puts the buttons below each other.
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5em),1fr))] gap-2">
      <Button variant="secondary" size="narrow" className="w-full" onClick={() => void run(sayNo)}>
        {t(answer === null ? "introductions.no" : "introductions.keepNo")}
      </Button>
      <Button size="narrow" className="w-full" onClick={() => void run(sayYes)}>
        {t("introductions.yes")}
      </Button>
    </div>
  );
}

function usePreload(next: Introduction | undefined): void {
  const photo = next?.person.photos[0];
  useEffect(() => {
    if (!photo || !prefetchAllowed()) return;
    const { src, srcSet, sizes } = imageAttributes(photo.url, "portrait");
    preload(src, {
      as: "image",
      ...(srcSet ? { imageSrcSet: srcSet } : {}),
      ...(sizes ? { imageSizes: sizes } : {}),
      fetchPriority: "low",
    });
  }, [photo]);
}

/**
 * Scrolls to the top of a new card, or of the page after the last card, and moves the focus there. If no card was shown
 * before, this happens only for a card that the member has opened again.
 */
function useStartOfCard(introductionId: string | undefined, reopened: string | null) {
  const start = useRef<HTMLDivElement>(null);
  const shown = useRef(introductionId);
  useEffect(() => {
    if (shown.current === introductionId) return;
    const isFirst = shown.current === undefined;
    shown.current = introductionId;
    if (isFirst && introductionId !== reopened) return;
    window.scrollTo({ top: 0 });
    if (start.current) start.current.focus({ preventScroll: true });
    else focusHeadingIfLost();
  }, [introductionId, reopened]);
  return start;
}
