/** The calls that confirm a mailbox at an employer. */
import { call, slowFetch } from "./client";
import type { components } from "./schema";

type ConfirmedWorkEmail = components["schemas"]["ConfirmationResponse"];

interface Credentials {
  headers: Record<string, string>;
  usesSession: boolean;
}

/** Sends a request with a registration token before the person has an account, and with the session after that. */
export type WithCredentials = <Answer>(
  send: (credentials: Credentials) => Promise<Answer>,
) => Promise<Answer>;

/** The caller must make sure that there is a session. */
export const withSession: WithCredentials = (send) => send({ headers: {}, usesSession: true });

/** Makes the server mail a code. The answer does not show whether another account uses the mailbox. */
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

/** Returns the employer to which the mailbox belongs. A retry with the same idempotency key gets the same answer. */
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
