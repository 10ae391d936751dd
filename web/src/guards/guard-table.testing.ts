/** The guard's decisions as the table in ARCHITECTURE.md. */
import type { RouteName } from "#/lib/paths";
import { type GuardState, guard, type NavigationDecision } from "./guard";

/** The columns with their heads. The guard decides about all pages of approved members alike. */
const columns: [RouteName | null, string][] = [
  ["index", "index"],
  ["friend", "friend"],
  ["profile", "profile, safety"],
  ["register", "register"],
  ["matches", "matches, news, edit …"],
  ["dev", "dev"],
  [null, "unknown path"],
];

/** A registered friend inside LINE, who may open every page. */
export const member: GuardState = {
  route: "index",
  surface: "liff",
  mayRunAnywhere: false,
  isInitialised: true,
  isLiffStateRedirect: false,
  isFriend: true,
  userId: "U1",
  registration: "registered",
  reviewStatus: "APPROVED",
  rule: null,
};

/** A situation in words, and what the guard knows in it. */
const situations: [description: string, change: Partial<GuardState>][] = [
  ["outside LINE", { surface: "elsewhere" }],
  ["LINE's browser, not a LIFF view", { surface: "lineBrowser" }],
  ["LIFF not initialised", { isInitialised: false }],
  ["the SDK's own redirect is due", { isLiffStateRedirect: true }],
  ["not a friend", { isFriend: false }],
  ["a friend, LINE tells no user id", { userId: null }],
  ["not registered (E003)", { registration: "notRegistered", reviewStatus: null }],
  ["registered: PENDING", { reviewStatus: "PENDING" }],
  ["registered: IN_REVIEW", { reviewStatus: "IN_REVIEW" }],
  ["registered: NEEDS_INFO", { reviewStatus: "NEEDS_INFO" }],
  ["registered: APPROVED", {}],
  ["registered: REJECTED", { reviewStatus: "REJECTED" }],
  ["registered: SUSPENDED", { reviewStatus: "SUSPENDED" }],
  ["server out of reach, known from before", { registration: "unreachable" }],
  ["server out of reach, not known", { registration: "unreachable", reviewStatus: null }],
  ["a rule to a place of ours", { rule: { to: "/profile?from=rule" } }],
  ["a rule to another address", { rule: { to: "https://example.com/" } }],
  ["not a friend, and a rule", { isFriend: false, rule: { to: "/profile?from=rule" } }],
];

/** Returns Markdown with a row for each situation and a column for each route. */
export function guardTable(): string {
  const head = ["what is known", ...columns.map(([, head]) => head)];
  const rows = situations.map(([description, change]) => [
    description,
    ...columns.map(([route]) => describeDecision(guard({ ...member, ...change, route }))),
  ]);
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return lines.join("\n");
}

function describeDecision(decision: NavigationDecision): string {
  switch (decision.kind) {
    case "stay":
      return "·";
    case "goTo":
      return `\`${decision.place}\``;
    case "leaveFor":
      return "leave";
    case "leaveBy":
      return decision.exit === "miniApp" ? "open in LINE" : "add-friend page";
  }
}
