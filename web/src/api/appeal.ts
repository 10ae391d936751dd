/** The call with which a rejected member asks for another review. */
import { call } from "./client";

/**
 * Sends the appeal. A repeated call is safe. Throws E008 if the profile is not rejected or the member may not appeal.
 */
export async function sendAppeal(text: string): Promise<void> {
  await call((client) => client.PUT("/user-profile/appeal", { body: { text } }));
}
