/** Listens to events of the window and the document, for components. */
import { useEffect, useEffectEvent } from "react";

type Events = DocumentEventMap & WindowEventMap;

interface Options {
  isOn?: boolean;
  /** True to receive the event before its target receives it, because the target may stop the event. */
  capture?: boolean;
}

/** Calls the listener of the latest render at each event. */
export function useListener<Name extends keyof Events>(
  target: Document | Window,
  name: Name,
  listener: (event: Events[Name]) => void,
  { isOn = true, capture = false }: Options = {},
): void {
  const listen = useEffectEvent((event: Event) => listener(event as Events[Name]));
  useEffect(() => {
    if (!isOn) return;
    const onEvent = (event: Event) => listen(event);
    target.addEventListener(name, onEvent, capture);
    return () => target.removeEventListener(name, onEvent, capture);
  }, [target, name, isOn, capture]);
}
