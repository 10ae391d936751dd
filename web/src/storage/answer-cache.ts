/** The last known answers of the server to an account, for when there is no network. */
import type { Account } from "#/lib/account";
import { answers } from "./account-store";

export type AnswerName = `${string}/${string}`;

/** Returns the stored answer; null if there is none, or if the database is unavailable. */
export async function readAnswer({ userId }: Account, name: AnswerName): Promise<unknown> {
  return await answers.read(userId, name).catch(() => null);
}

/**
 * Stores the answer, unless the account has logged out meanwhile: the logout deletes the answers. If the browser
 * refuses, only the view without a network is lost.
 */
export async function writeAnswer(
  { userId, signal }: Account,
  name: AnswerName,
  value: unknown,
): Promise<void> {
  if (!signal.aborted) await answers.write(userId, name, value);
}

/** Deletes one answer, such as the notes of a match that is over. */
export async function removeAnswer({ userId }: Account, name: AnswerName): Promise<void> {
  await answers.delete(userId, [name]);
}

/** Deletes the answers whose names begin with `prefix`, except those of `kept`. */
export async function removeAnswersExcept(
  { userId }: Account,
  prefix: `${string}/`,
  kept: readonly string[],
): Promise<void> {
  await answers.deleteWhere(
    (owner, name) => owner === userId && name.startsWith(prefix) && !kept.includes(name),
  );
}
