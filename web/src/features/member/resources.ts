/** The answers of the server that more than one page of a member shows. */
import {
  fetchIntroductions,
  type IntroductionAnswer,
  type Introductions,
} from "../../api/introductions";
import { fetchMatches, type Match } from "../../api/matches";
import { fetchNews, type NewsEntry } from "../../api/news";
import { Resource } from "./resource";

export const introductions = new Resource<Introductions>(
  "member/introductions",
  fetchIntroductions,
);
export const matches = new Resource<Match[]>("member/matches", fetchMatches);
export const news = new Resource<NewsEntry[]>("member/news", fetchNews);

/** Shows the member's answer to an introduction before the server's list has it. */
export function markAnswered(introductionId: string, answer: IntroductionAnswer): void {
  introductions.change((data) => ({
    ...data,
    introductions: data.introductions.map((it) =>
      it.introductionId === introductionId ? { ...it, answer } : it,
    ),
  }));
}
