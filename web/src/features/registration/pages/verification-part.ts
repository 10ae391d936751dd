/** The page of the proof, a part of its own: it is the last one, and the first does not wait for it. */
import type { ComponentType } from "react";

let loaded: ComponentType | null = null;

/** To be called at leisure, so that the page is there without a network. */
export async function bringVerificationPage(): Promise<ComponentType> {
  loaded ??= (await import("./verification-page")).VerificationPage;
  return loaded;
}

/** Null until it was brought. */
export const verificationPage = () => loaded;
