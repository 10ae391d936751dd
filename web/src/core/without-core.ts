/** The form's stand-in when wasm cannot load: it checks nothing, and the server has the last word. */
import type { Core, ProfileDraft } from "./core";
import { lists } from "./lists";

/** Same lists as the core's, no rules. */
export const coreStandIn: Core = {
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
};
