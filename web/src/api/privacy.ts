/** The calls about who sees a member, and what. */
import { call } from "./client";
import type { components } from "./schema";

export type PrivacyChoices = components["schemas"]["PrivacyBody"];

export async function fetchPrivacy(): Promise<PrivacyChoices> {
  return await call((client) => client.GET("/privacy"), { isSafe: true });
}

/** Stores all choices, and returns them as the server has them. */
export async function updatePrivacy(choices: PrivacyChoices): Promise<PrivacyChoices> {
  return await call((client) => client.PUT("/privacy", { body: choices }));
}
