/** What each page consists of: a chunk of its own, the words it speaks beyond the shell's, and the core. */
import type { Area } from "../i18n/load";
import type { RouteName } from "../lib/paths";

export interface PageParts {
  load: () => Promise<Record<string, unknown>>;
  words: readonly Area[];
  /** The page asks the core from its start. */
  needsCore?: true;
}

export const pageParts = {
  index: { load: () => import("../pages/index-page"), words: ["profile"] },
  friend: { load: () => import("../pages/friend-page"), words: [] },
  profile: {
    load: () => import("../pages/profile-page"),
    words: ["profile", "register", "rights", "vocabulary"],
  },
  register: {
    load: () => import("../pages/register-page"),
    words: ["register", "vocabulary", "errors"],
    needsCore: true,
  },
  dev: { load: () => import("../pages/dev-page"), words: ["dev"] },
} as const satisfies Record<RouteName, PageParts>;
