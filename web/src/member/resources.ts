/** Data of the server that several of a member's pages share. */
import {
  fetchIntroductions,
  type IntroductionAnswer,
  type Introductions,
} from "#/api/introductions";
import { fetchMatches, type Match } from "#/api/matches";
import { fetchNews, type NewsEntry } from "#/api/news";
import { currentAccount } from "#/session/session";
import { type AnswerName, removeAnswersExcept } from "#/storage/account-store";
import { ownedResource } from "./resource";

export const notesAnswer = (matchId: string): AnswerName => `notes/${matchId}`;

export const introductions = ownedResource<Introductions>(
  "member/introductions",
  fetchIntroductions,
);
export const matches = ownedResource<Match[]>("member/matches", async () => {
  const all = await fetchMatches();
  // The list lacks matches that are over, so delete their notes from this device.
  const kept = all.map(({ matchId }) => notesAnswer(matchId));
  void removeAnswersExcept(currentAccount(), "notes/", kept);
  return all;
});
export const news = ownedResource<NewsEntry[]>("member/news", fetchNews);

/** Shows the member's answer to an introduction before the server's list has it. */
export function markAnswered(introductionId: string, answer: IntroductionAnswer): void {
  introductions().change((data) => ({
    ...data,
    introductions: data.introductions.map((it) =>
      it.introductionId === introductionId ? { ...it, answer } : it,
    ),
  }));
}
