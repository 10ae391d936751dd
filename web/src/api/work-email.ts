/** The calls that confirm a mailbox at an employer. */
import { call, slowFetch } from "./client";
import type { components } from "./schema";

type ConfirmedWorkEmail = components["schemas"]["ConfirmationResponse"];

/** The credentials of one request: the session's, or a registration token in a header. */
interface Credentials {
  headers: Record<string, string>;
  usesSession: boolean;
}

/** Sends a request with credentials: a registration token before there is an account, then the session. */
export type WithCredentials = <Answer>(
  send: (credentials: Credentials) => Promise<Answer>,
) => Promise<Answer>;

/** The caller makes sure that there is a session. */
export const withSession: WithCredentials = (send) => send({ headers: {}, usesSession: true });

/** Mails a code. The server's answer does not tell whether another account uses the mailbox. */
export async function sendWorkEmailCode(
  withCredentials: WithCredentials,
  employerId: string,
  email: string,
): Promise<void> {
  await withCredentials(({ headers, usesSession }) =>
    call(
      (client) =>
        client.POST("/verification/work-email", {
          body: { employerId, email },
          headers,
          fetch: slowFetch,
        }),
      { usesSession },
    ),
  );
}

/** Returns the employer of the confirmed mailbox. Two requests with one key confirm once. */
export async function confirmWorkEmail(
  withCredentials: WithCredentials,
  code: string,
  idempotencyKey: string,
): Promise<ConfirmedWorkEmail> {
  return await withCredentials(({ headers, usesSession }) =>
    call(
      (client) =>
        client.POST("/verification/work-email/confirm", {
          body: { code },
          headers: { "Idempotency-Key": idempotencyKey, ...headers },
          fetch: slowFetch,
        }),
      { usesSession },
    ),
  );
}
