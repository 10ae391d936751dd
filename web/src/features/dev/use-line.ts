/** LINE's flows for the dev page: null until they are loaded. */
import { useEffect, useState } from "react";
import { type Line, loadLine } from "../../liff/flows/load";

export interface LineState {
  line: Line | null;
  hasFailed: boolean;
}

/** Loads them with the page, so that a tap finds them there and may open windows. */
export function useLine(load: () => Promise<Line> = loadLine): LineState {
  const [state, setState] = useState<LineState>({ line: null, hasFailed: false });
  useEffect(() => {
    let isWanted = true;
    load().then(
      (line) => isWanted && setState({ line, hasFailed: false }),
      () => isWanted && setState({ line: null, hasFailed: true }),
    );
    return () => {
      isWanted = false;
    };
  }, [load]);
  return state;
}
