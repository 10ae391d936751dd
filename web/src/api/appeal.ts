/** The call with which a rejected member asks for another review. */
import { call } from "./client";

/** Sends the appeal; a repeated call is safe. E008: the profile is not rejected, or the member may no longer appeal. */
export async function sendAppeal(text: string): Promise<void> {
  await call((client) => client.PUT("/user-profile/appeal", { body: { text } }));
}
