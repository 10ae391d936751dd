/** The mails that a server in mock mode shows instead of sending them, for the developers' page. */
import { call } from "./client";
import type { components } from "./schema";

export type MockMail = components["schemas"]["ShownMail"];

export async function fetchMockMails(): Promise<MockMail[]> {
  const { mails } = await call((client) => client.GET("/mock/mails", { cache: "no-store" }), {
    usesSession: false,
  });
  return [...mails].sort((one, other) => other.sentAt.localeCompare(one.sentAt));
}
