/** The replacement for the core if its wasm cannot load. It checks nothing, so only the server checks the form. */
import type { Core, ProfileDraft } from "./core";
import type { Lists } from "./lists";

export const fallbackCore = (lists: Lists): Core => ({
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
