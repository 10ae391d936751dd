/** The call with which a rejected member asks for another review. */
import { call } from "./client";

/** Sends the appeal; a repeated call is safe. Throws E008 if the profile is not rejected or no appeal is allowed. */
export async function sendAppeal(text: string): Promise<void> {
  await call((client) => client.PUT("/user-profile/appeal", { body: { text } }));
}
