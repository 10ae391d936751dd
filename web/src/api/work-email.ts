/** The calls that confirm a mailbox at an employer, with whatever proof the person has by now. */
import { sessionHeaders } from "./client";
import { post } from "./send";

/** Sends with the proof: the registration ticket's before there is an account, the session's after. */
export type Proven = <Answer>(
  send: (headers: Record<string, string>) => Promise<Answer>,
) => Promise<Answer>;

/** The session's; whoever calls sees to it that there is one. */
export const withSession: Proven = (send) => send(sessionHeaders());

const json = { "Content-Type": "application/json" };
/** The mail speaks the language of the page, which may be another than the browser's. */
const inOwnWords = () => ({ "Accept-Language": document.documentElement.lang || "en" });

/** A code goes to the mailbox; the answer is the same whether or not it is known already. */
export async function sendWorkEmailCode(
  proven: Proven,
  employerId: string,
  email: string,
): Promise<void> {
  const body = JSON.stringify({ employerId, email });
  await proven((proof) =>
    post("/verification/work-email", body, { headers: { ...json, ...inOwnWords(), ...proof } }),
  );
}

/** What the code has confirmed, and until when it counts; twice with one key confirms once. */
export async function confirmWorkEmail(
  proven: Proven,
  code: string,
  idempotencyKey: string,
): Promise<{ employerId: string; expiresAt: string }> {
  const body = JSON.stringify({ code });
  const answer = await proven((proof) =>
    post("/verification/work-email/confirm", body, {
      headers: { ...json, "Idempotency-Key": idempotencyKey, ...proof },
    }),
  );
  return answer as { employerId: string; expiresAt: string };
}
