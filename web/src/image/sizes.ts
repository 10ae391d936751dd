/** The widths of a picture on different screens, and the widths to offer to the browser. */

/** The last two names have the same width: image sizes may use either. */
const breakpointsPx = {
  xs: 320,
  sm: 640,
  md: 768,
  lg: 1024,
  xl: 1280,
  xxl: 1536,
  "2xl": 1536,
} as const;

/** Device pixels per CSS pixel. */
export const densities = [1, 2] as const;

interface Step {
  fromPx: number;
  unit: "vw" | "px";
  amount: number;
}

const edgesPx = [...new Set<number>(Object.values(breakpointsPx))];

/** Returns the attribute `sizes`, the widest screens first, because browsers take the first match. */
export function sizesAttribute(sizes: string): string {
  const conditions = parseSizes(sizes).map(({ fromPx, amount, unit }) => {
    const length = `${amount}${unit}`;
    return fromPx === 0 ? length : `(min-width: ${fromPx}px) ${length}`;
  });
  return conditions.reverse().join(", ");
}

/** Returns the widths to offer, smallest first: the width of each step on each of its screens. */
export function widthsPx(sizes: string): number[] {
  const steps = parseSizes(sizes);
  const widths = steps.flatMap(({ fromPx, amount, unit }, index) => {
    if (unit === "px") return [amount];
    const untilPx = steps[index + 1]?.fromPx ?? Number.POSITIVE_INFINITY;
    const screensPx = edgesPx.filter((edgePx) => edgePx > fromPx && edgePx <= untilPx);
    // A picture does not grow above the last breakpoint.
    const screens = screensPx.length > 0 ? screensPx : [Math.max(fromPx, edgesPx[0] ?? 0)];
    return screens.map((screenPx) => Math.round((screenPx * amount) / 100));
  });
  const dense = densities.flatMap((density) => widths.map((widthPx) => widthPx * density));
  return [...new Set(dense)].sort((a, b) => a - b);
}

/** Parses `100vw sm:50vw lg:400px`: the whole screen, half of it from 640 px, and 400 px from 1024 px. */
function parseSizes(sizes: string): Step[] {
  const steps = sizes
    .trim()
    .split(/[\s,]+/)
    .map(parseStep);
  steps.sort((a, b) => a.fromPx - b.fromPx);
  // If the first step is for wider screens, phones get the whole width.
  return steps[0]?.fromPx === 0 ? steps : [{ fromPx: 0, unit: "vw", amount: 100 }, ...steps];
}

function parseStep(step: string): Step {
  const [, name, amount, unit = "px"] = /^(?:(\w+):)?(\d+(?:\.\d+)?)(vw|px)?$/.exec(step) ?? [];
  if (!amount || (name !== undefined && !Object.hasOwn(breakpointsPx, name))) {
    throw new Error(`Unknown image size "${step}"`);
  }
  const fromPx = name === undefined ? 0 : breakpointsPx[name as keyof typeof breakpointsPx];
  return { fromPx, unit: unit as Step["unit"], amount: Number(amount) };
}
