/** The person's agreement to the privacy policy, without which nothing is stored. */

/** Counted up when the policy changes in what it means; everyone is then asked again. */
export const policyVersion = 1;

/** When what was agreed to. */
export interface Consent {
  policyVersion: number;
  consentedAt: string;
}

/** An agreement of this moment to the policy of today. */
export function consentNow(): Consent {
  return { policyVersion, consentedAt: new Date().toISOString() };
}

/** A stored agreement to the policy of today, or null. */
export function parseConsent(stored: unknown): Consent | null {
  const consent = stored as Partial<Consent> | null | undefined;
  if (typeof consent?.consentedAt !== "string") return null;
  return consent.policyVersion === policyVersion ? (consent as Consent) : null;
}
