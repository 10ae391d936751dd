/** The calls about the introductions of a member. */
import { call } from "./client";
import type { components } from "./schema";

export type Introductions = components["schemas"]["IntroductionsResponse"];
export type Introduction = components["schemas"]["IntroductionResponse"];
export type PersonOnCard = components["schemas"]["PersonCard"];
export type IntroductionAnswer = components["schemas"]["Answer"];

export async function fetchIntroductions(): Promise<Introductions> {
  return await call((client) => client.GET("/introductions"), {
    isSafe: true,
  });
}

/**
 * Answers an introduction. A yes may have a note. Returns the id of the match if both members have said yes, and
 * otherwise null. Throws E003 if the introduction is over, and E004 if the member's earlier answer is final.
 */
export async function answerIntroduction(
  introductionId: string,
  answer: IntroductionAnswer,
  note: string,
): Promise<string | null> {
  const body = answer === "YES" ? { answer, note } : { answer };
  const params = { path: { introductionId } };
  const { matchId } = await call((client) =>
    client.PUT("/introductions/{introductionId}/answer", { params, body }),
  );
  return matchId;
}
