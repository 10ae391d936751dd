/** Draws the current page of the navigation. */
import {
  Component,
  type ComponentType,
  type ReactNode,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
} from "react";
import { useNavigation, type View } from "./navigation";

interface Props {
  Pending: ComponentType;
  /** Shown together with the current page while the next page loads. */
  Loading?: ComponentType;
  Failed: ComponentType<{ error: unknown }>;
}

export function NavigationView({ Pending, Loading, Failed }: Props) {
  const { view, wait, scrollY, nOpened } = useNavigation();
  // Use a layout effect, because it runs before the page's own effects, which may scroll to a field.
  const scroll = useEffectEvent(() => window.scrollTo(0, scrollY));
  useLayoutEffect(() => {
    if (nOpened > 0) scroll();
  }, [nOpened]);
  // Keep the same element while the next page loads, so that React does not draw the current page again.
  const shown = useMemo(() => {
    if (view.kind === "error") return <Failed error={view.error} />;
    if (view.kind === "empty") return null;
    return (
      <ErrorBoundary view={view} Failed={Failed}>
        <view.Page />
      </ErrorBoundary>
    );
  }, [view, Failed]);
  if (view.kind === "empty") return wait === "short" ? null : <Pending />;
  return (
    <>
      {wait === "short" || !Loading ? null : <Loading />}
      {shown}
    </>
  );
}

interface BoundaryProps {
  view: View;
  Failed: Props["Failed"];
  children: ReactNode;
}

/** Replaces a page that throws while React draws it. The next navigation shows a page again. */
class ErrorBoundary extends Component<BoundaryProps, { failure: { error: unknown } | null }> {
  override state = { failure: null as { error: unknown } | null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (before.view !== this.props.view && this.state.failure) this.setState({ failure: null });
  }

  override render() {
    const { Failed, children } = this.props;
    return this.state.failure ? <Failed error={this.state.failure.error} /> : children;
  }
}
