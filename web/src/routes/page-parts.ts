/** What each page consists of: a chunk of its own, and the words it speaks beyond the shell's. */
import type { Area } from "../i18n/load";
import type { RouteName } from "../lib/paths";

interface PageParts {
  load: () => Promise<Record<string, unknown>>;
  words: readonly Area[];
}

export const pageParts = {
  index: { load: () => import("../pages/index-page"), words: ["profile"] },
  friend: { load: () => import("../pages/friend-page"), words: [] },
  profile: {
    load: () => import("../pages/profile-page"),
    words: ["profile", "register", "vocabulary"],
  },
  register: {
    load: () => import("../pages/register-page"),
    words: ["register", "vocabulary", "errors"],
  },
  dev: { load: () => import("../pages/dev-page"), words: ["dev"] },
} as const satisfies Record<RouteName, PageParts>;
