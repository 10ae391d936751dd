/** The calls with which a reviewer enrols a passkey, signs in and signs out. */
import { callReview } from "./review-client";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type Reviewer = Schemas["SignedInResponse"];
export type ReviewSession = Schemas["ReviewerSessionResponse"];
type EnrolmentOptions = Schemas["EnrolmentOptionsResponse"];
export type PublicKeyOptions = EnrolmentOptions["options"];
export type Credential = NonNullable<Schemas["SignInRequest"]["credential"]>;

/**
 * Returns the reviewer to whom the enrolment link belongs, and the options for the new passkey. Throws E003 if the link
 * has expired or was used.
 */
export async function fetchEnrolmentOptions(token: string): Promise<EnrolmentOptions> {
  return await callReview((client) =>
    client.POST("/review/enrolment/options", { body: { token } }),
  );
}

/**
 * Stores the passkey and begins a session. Throws E003 if the link has expired, and E004 if another device has used the
 * link.
 */
export async function enrol(token: string, credential: Credential): Promise<Reviewer> {
  return await callReview((client) =>
    client.POST("/review/enrolment", { body: { token, credential } }),
  );
}

export async function fetchSignInOptions(): Promise<PublicKeyOptions> {
  const { options } = await callReview((client) => client.POST("/review/session/options"));
  return options;
}

/** Begins a session. Throws E001A if the server does not know the passkey. */
export async function signIn(credential: Credential): Promise<Reviewer> {
  return await callReview((client) => client.POST("/review/session", { body: { credential } }), {
    mayEndSession: false,
  });
}

/** Throws E001A or E001B if there is no session. */
export async function fetchReviewSession(): Promise<ReviewSession> {
  return await callReview((client) => client.GET("/review/session"), { mayEndSession: false });
}

export async function signOut(): Promise<void> {
  await callReview((client) => client.DELETE("/review/session"), { mayEndSession: false });
}
