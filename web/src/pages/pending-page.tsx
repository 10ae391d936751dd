/** The page that is shown while another page loads. The pages that members open most show what they will look like. */
import { useText } from "#/i18n/use-text";
import { type RouteName, routeOf } from "#/lib/paths";
import { Skeleton, type SkeletonShape } from "#/member/skeleton";
import { isApproved } from "#/session/session";
import { Spinner } from "#/ui/button";
import { Page } from "#/ui/page";

const shapes: Partial<Record<RouteName, SkeletonShape>> = {
  conversation: "conversation",
  matches: "list",
  news: "list",
};

function shapeOf(route: RouteName | null): SkeletonShape | undefined {
  if (route === "index") return isApproved() ? "card" : undefined;
  return route === null ? undefined : shapes[route];
}

export function PendingPage() {
  const t = useText();
  const shape = shapeOf(routeOf(window.location.pathname));
  return <Page>{shape ? <Skeleton shape={shape} /> : <Spinner label={t("shell.loading")} />}</Page>;
}
