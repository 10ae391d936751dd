/** Creates a passkey in this browser, and signs in with one. */
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { failureCode, hasCode } from "#/api/error";
import type { Credential, PublicKeyOptions } from "#/api/review-session";
import type { MessageId } from "#/i18n/message-id";

/** Returns false for browsers without passkeys, and for pages without https. */
export const hasPasskeys = browserSupportsWebAuthn;

type CreationOptions = Parameters<typeof startRegistration>[0]["optionsJSON"];
type RequestOptions = Parameters<typeof startAuthentication>[0]["optionsJSON"];

/** The messages for the failures that the specification of WebAuthn names, by the name of the browser's exception. */
const problems: Readonly<Record<string, MessageId>> = {
  // Browsers throw this error both if the person refuses and if the time runs out.
  NotAllowedError: "console.passkey.cancelled",
  AbortError: "console.passkey.interrupted",
  InvalidStateError: "console.enrol.known",
  ConstraintError: "console.passkey.noLock",
  NotSupportedError: "console.passkey.unknownKind",
  SecurityError: "console.passkey.wrongAddress",
  UnknownError: "console.passkey.failed",
};

class PasskeyError extends Error {
  readonly problem: MessageId;

  constructor(cause: unknown) {
    super("the passkey failed", { cause });
    const name = cause instanceof Error ? cause.name : "";
    this.problem = problems[name] ?? "console.passkey.broken";
  }
}

export async function createPasskey(options: PublicKeyOptions): Promise<Credential> {
  const optionsJSON = options as unknown as CreationOptions;
  return await credentialOf(startRegistration({ optionsJSON }));
}

export async function askForPasskey(options: PublicKeyOptions): Promise<Credential> {
  const optionsJSON = options as unknown as RequestOptions;
  return await credentialOf(startAuthentication({ optionsJSON }));
}

async function credentialOf(answer: Promise<unknown>): Promise<Credential> {
  try {
    return (await answer) as Credential;
  } catch (error) {
    throw new PasskeyError(error);
  }
}

export function enrolmentProblem(error: unknown): MessageId {
  if (hasCode(error, "E003")) return "console.enrol.late";
  if (hasCode(error, "E004")) return "console.enrol.used";
  return problemOf(error);
}

export function signInProblem(error: unknown): MessageId {
  if (hasCode(error, "E001A") || hasCode(error, "E001B")) return "console.signIn.unknown";
  return problemOf(error);
}

function problemOf(error: unknown): MessageId {
  return error instanceof PasskeyError ? error.problem : `failure.${failureCode(error)}`;
}
