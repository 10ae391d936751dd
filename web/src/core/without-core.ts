/** The stand-in when wasm cannot load: it checks no profile, and lets nothing through to LINE. */
import type { Core, ProfileDraft } from "./core";
import type { Lists } from "./lists";

/**
 * Same lists as the core's, no rules. A profile is for the server to judge; what is for LINE, or comes
 * from a start address, has no other judge and is refused.
 */
export const standInWith = (lists: Lists): Core => ({
  ...lists,
  checkProfile: () => null,
  parseProfile: (draft) => ({ payload: draft }),
  openDraft(stored) {
    try {
      const draft = JSON.parse(stored) as unknown;
      return typeof draft === "object" && draft !== null && !Array.isArray(draft)
        ? { kind: "loaded", draft: draft as ProfileDraft }
        : { kind: "unreadable" };
    } catch {
      return { kind: "unreadable" };
    }
  },
  draftSchemaVersion: () => null,
  snapToCell: () => null,
  parseDeepLink: () => ({ kind: "nothing" }),
  checkSentMessages: () => [{ index: null, code: "unchecked" }],
  checkPickerMessages: () => [{ index: null, code: "unchecked" }],
  checkOpenWindow: () => "unchecked",
  isLiffUrl: () => false,
  isBelowEndpoint: () => false,
});
