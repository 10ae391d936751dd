/** Draws the overlays that are mounted. */
import { Component, type ReactNode, useEffect } from "react";
import { logger } from "../logger/logger";
import {
  closeOverlay,
  type Overlay,
  unmountAllOverlays,
  unmountOverlay,
  useOverlays,
} from "./overlays";

export function OverlayArea() {
  const overlays = useOverlays();

  // Back and forward leave the page that the overlay spoke of.
  useEffect(() => {
    window.addEventListener("popstate", unmountAllOverlays);
    return () => window.removeEventListener("popstate", unmountAllOverlays);
  }, []);

  return overlays.map((overlay) => (
    <Fence key={overlay.id} id={overlay.id}>
      <Mounted overlay={overlay} />
    </Fence>
  ));
}

function Mounted({ overlay: { id, component: Content, props, state } }: { overlay: Overlay }) {
  return (
    <Content {...props} isOpen={state === "open"} close={(result) => closeOverlay(id, result)} />
  );
}

interface FenceProps {
  id: number;
  children: ReactNode;
}

/** An overlay that breaks goes away by itself and leaves the page as it is. */
class Fence extends Component<FenceProps, { isBroken: boolean }> {
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
