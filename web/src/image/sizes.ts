/** How wide a picture is on which screen, and which widths of it are worth offering. */

/** Seed, section 9. The last two are names of the same width. */
export const breakpointsPx = {
  xs: 320,
  sm: 640,
  md: 768,
  lg: 1024,
  xl: 1280,
  xxl: 1536,
  "2xl": 1536,
} as const;

/** Seed, section 9: pixels of the screen for each of the page. */
export const densities = [1, 2] as const;

interface Step {
  fromPx: number;
  unit: "vw" | "px";
  amount: number;
}

const edgesPx = [...new Set<number>(Object.values(breakpointsPx))];

/** The `sizes` of an `<img>`: the widest screens first, as browsers take the first that fits. */
export function sizesAttribute(sizes: string): string {
  const conditions = parseSizes(sizes).map(({ fromPx, amount, unit }) => {
    const length = `${amount}${unit}`;
    return fromPx === 0 ? length : `(min-width: ${fromPx}px) ${length}`;
  });
  return conditions.reverse().join(", ");
}

/** The widths to offer, smallest first: what each step comes to on the screens it is for. */
export function widthsPx(sizes: string): number[] {
  const steps = parseSizes(sizes);
  const widths = steps.flatMap(({ fromPx, amount, unit }, index) => {
    if (unit === "px") return [amount];
    const untilPx = steps[index + 1]?.fromPx ?? Number.POSITIVE_INFINITY;
    const screensPx = edgesPx.filter((edgePx) => edgePx > fromPx && edgePx <= untilPx);
    // Above the last breakpoint a picture grows no more.
    const screens = screensPx.length > 0 ? screensPx : [Math.max(fromPx, edgesPx[0] ?? 0)];
    return screens.map((screenPx) => Math.round((screenPx * amount) / 100));
  });
  const dense = densities.flatMap((density) => widths.map((widthPx) => widthPx * density));
  return [...new Set(dense)].sort((a, b) => a - b);
}

/** `100vw sm:50vw lg:400px`: the whole screen, half of it from 640 px, 400 px from 1024 px. */
function parseSizes(sizes: string): Step[] {
  const steps = sizes
    .trim()
    .split(/[\s,]+/)
    .map(parseStep);
  steps.sort((a, b) => a.fromPx - b.fromPx);
  // A phone needs a size too where only wider screens are named.
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
