/** The calls about the member's choices of privacy: which people see the member, and which facts these people see. */
import { call } from "./client";
import type { components } from "./schema";

export type PrivacyChoices = components["schemas"]["PrivacyBody"];

export async function fetchPrivacy(): Promise<PrivacyChoices> {
  return await call((client) => client.GET("/privacy"), { isSafe: true });
}

export async function updatePrivacy(choices: PrivacyChoices): Promise<PrivacyChoices> {
  return await call((client) => client.PUT("/privacy", { body: choices }));
}
