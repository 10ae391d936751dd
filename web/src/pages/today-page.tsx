/** The home page of an approved member: the introductions, one at a time. */
import { useState } from "react";
import { useLists } from "#/core/use-core";
import { AnswerButtons, Today } from "#/features/introductions/today";
import { currentOf, useDeck } from "#/features/introductions/use-deck";
import { useText } from "#/i18n/use-text";
import { MemberPage, Shown } from "#/member/member-page";
import { useResource } from "#/member/resource";
import { introductions } from "#/member/resources";

export function TodayPage() {
  const t = useText();
  const state = useResource(introductions);
  const lists = useLists();
  const deck = useDeck(state.data);
  const [reopened, setReopened] = useState<string | null>(null);
  const current = currentOf(deck, reopened);
  return (
    <MemberPage
      title={t("introductions.title")}
      tab="today"
      isWide={current !== undefined}
      actions={
        current && lists ? (
          <AnswerButtons
            key={current.introductionId}
            introduction={current}
            lists={lists}
            onAnswered={() => setReopened(null)}
          />
        ) : undefined
      }
    >
      <Shown
        shape="card"
        state={lists ? state : { ...state, data: null }}
        isEmpty={({ introductions: all }) => all.length === 0}
      >
        {(data) =>
          lists ? (
            <Today
              data={data}
              deck={deck}
              lists={lists}
              reopened={reopened}
              onReopen={setReopened}
              onExpired={() => void state.refresh()}
            />
          ) : null
        }
      </Shown>
    </MemberPage>
  );
}
