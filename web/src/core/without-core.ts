/** The form's stand-in when wasm cannot load: it checks nothing, and the server has the last word. */
import type { Core, ProfileDraft } from "./core";
import type { Lists } from "./lists";

/** The core's own lists, and no rules: a profile is for the server to judge. */
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
});
