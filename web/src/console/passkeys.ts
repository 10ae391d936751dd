/** Passkeys of this browser: creates one and signs in with one. */
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { failureCode, hasCode } from "../api/error";
import type { Credential, PublicKeyOptions } from "../api/review-session";
import type { MessageId } from "../i18n/message-id";

/** Returns false for browsers without passkeys, and for pages without https. */
export const hasPasskeys = browserSupportsWebAuthn;

type CreationOptions = Parameters<typeof startRegistration>[0]["optionsJSON"];
type RequestOptions = Parameters<typeof startAuthentication>[0]["optionsJSON"];

export async function createPasskey(options: PublicKeyOptions): Promise<Credential> {
  const optionsJSON = options as unknown as CreationOptions;
  return (await startRegistration({ optionsJSON })) as unknown as Credential;
}

export async function askForPasskey(options: PublicKeyOptions): Promise<Credential> {
  const optionsJSON = options as unknown as RequestOptions;
  return (await startAuthentication({ optionsJSON })) as unknown as Credential;
}

/** Returns the message for a failed enrolment. */
export function enrolmentProblem(error: unknown): MessageId {
  if (hasCode(error, "E003")) return "console.enrol.late";
  if (hasCode(error, "E004")) return "console.enrol.used";
  const isKnown =
    error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
  if (isKnown) return "console.enrol.known";
  return passkeyProblem(error) ?? `failure.${failureCode(error)}`;
}

/** Returns the message for a sign-in that failed. */
export function signInProblem(error: unknown): MessageId {
  if (hasCode(error, "E001A") || hasCode(error, "E001B")) return "console.signIn.unknown";
  return passkeyProblem(error) ?? `failure.${failureCode(error)}`;
}

function passkeyProblem(error: unknown): MessageId | null {
  const name = error instanceof Error ? error.name : "";
  // Browsers do not say whether the person refused or the time ran out.
  if (name === "NotAllowedError" || name === "AbortError") return "console.passkey.cancelled";
  if (error instanceof WebAuthnError) return "console.passkey.failed";
  return null;
}
