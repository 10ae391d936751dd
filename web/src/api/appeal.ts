/** The call with which a rejected member asks for another review. */
import { call } from "./client";

/**
 * Sends the appeal. The same text may be sent again. E008: the profile is not rejected, or an appeal is not possible.
 */
export async function sendAppeal(text: string): Promise<void> {
  await call((client) => client.PUT("/user-profile/appeal", { body: { text } }));
}
