/** Draws the mounted overlays. */
import { Component, type ReactNode } from "react";
import { useListener } from "#/lib/use-listener";
import { logger } from "#/logger/logger";
import {
  closeOverlay,
  type Overlay,
  overlayState,
  unmountAllOverlays,
  unmountOverlay,
  useOverlays,
} from "./overlays";

export function OverlayArea() {
  const overlays = useOverlays();

  // Back and Forward leave the page below, so the overlays of that page are removed.
  useListener(window, "popstate", unmountAllOverlays);

  return overlays.map((overlay) => (
    <OverlayErrorBoundary key={overlay.id} id={overlay.id}>
      <Mounted overlay={overlay} />
    </OverlayErrorBoundary>
  ));
}

function Mounted({ overlay: { id, component: Content, props, state } }: { overlay: Overlay }) {
  const close = (result?: unknown) => {
    // The phone's Back may have removed the overlay while its request was running. Then there is nothing to close.
    if (overlayState(id) !== "unmounted") closeOverlay(id, result);
  };
  return <Content {...props} isOpen={state === "open"} close={close} />;
}

interface BoundaryProps {
  id: number;
  children: ReactNode;
}

/** Removes an overlay that throws while React draws it. The page below stays unchanged. */
class OverlayErrorBoundary extends Component<BoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch() {
    logger.error("an overlay could not be drawn");
    unmountOverlay(this.props.id);
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
