/** The mails a server in mock mode would have sent, for the developers' page. */
import { publicConfig } from "../lib/config";
import { NetworkError } from "./error";

export interface MockMail {
  to: string;
  subject: string;
  text: string;
  sentAt: string;
}

/** Newest first. */
export async function fetchMockMails(): Promise<MockMail[]> {
  const answer = await fetch(`${publicConfig().apiServerPath}/mock/mails`, { cache: "no-store" });
  if (!answer.ok) throw new NetworkError(`the mails answered ${answer.status}`);
  const { mails } = (await answer.json()) as { mails: MockMail[] };
  return mails.toSorted((one, other) => other.sentAt.localeCompare(one.sentAt));
}
