/** Draws the page that the navigation shows. */
import {
  Component,
  type ComponentType,
  type ReactNode,
  useEffectEvent,
  useLayoutEffect,
} from "react";
import { useNavigation, type View } from "./navigation";

interface Props {
  Pending: ComponentType;
  Failed: ComponentType<{ error: unknown }>;
}

export function NavigationView({ Pending, Failed }: Props) {
  const { view, scrollY, nOpened } = useNavigation();
  // Before the effects of the page, which may scroll to a field.
  const scroll = useEffectEvent(() => window.scrollTo(0, scrollY));
  useLayoutEffect(() => {
    if (nOpened > 0) scroll();
  }, [nOpened]);
  if (view.kind === "empty") return null;
  if (view.kind === "pending") return <Pending />;
  if (view.kind === "error") return <Failed error={view.error} />;
  return (
    <ErrorBoundary view={view} Failed={Failed}>
      <view.Page />
    </ErrorBoundary>
  );
}

interface BoundaryProps {
  view: View;
  Failed: Props["Failed"];
  children: ReactNode;
}

/** Replaces a page that threw while it was drawn. The next navigation draws a page again. */
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
