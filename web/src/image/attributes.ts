/** The attributes of an `<img>` for each kind of picture. The server's image proxy draws the picture in these sizes. */

interface Preset {
  widthPx: number;
  heightPx: number;
  /** The widths in `srcset`, and the `sizes` attribute. Without `wide`, `srcset` has `widthPx` and its double. */
  wide?: { widthsPx: readonly number[]; sizes: string };
}

const presets = {
  avatar: { widthPx: 48, heightPx: 48 },
  largeAvatar: { widthPx: 72, heightPx: 72 },
  tile: { widthPx: 240, heightPx: 320 },
  /** The first photo in the grid of a profile, twice as wide and high as the other photos. */
  firstTile: { widthPx: 480, heightPx: 640 },
  portrait: {
    widthPx: 480,
    heightPx: 640,
    wide: { widthsPx: [320, 480, 640, 960, 1280], sizes: "(min-width: 640px) 480px, 100vw" },
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;

interface ImageAttributes {
  src: string;
  srcSet?: string;
  sizes?: string;
  width: number;
  height: number;
}

export function imageAttributes(source: string, preset: PresetName): ImageAttributes {
  const { widthPx, heightPx, wide }: Preset = presets[preset];
  const box = { width: widthPx, height: heightPx };
  if (isElsewhere(source)) return { src: source, ...box };
  const at = (width: number) => {
    const height = Math.round((width * heightPx) / widthPx);
    return addressOf(source, `f_webp,fit_cover,q_80,s_${width}x${height}`);
  };
  if (!wide)
    return { src: at(widthPx), srcSet: `${at(widthPx)} 1x, ${at(widthPx * 2)} 2x`, ...box };
  const srcSet = wide.widthsPx.map((width) => `${at(width)} ${width}w`).join(", ");
  // Only old browsers without srcset use `src`. Their screens are small, so give them the smallest picture.
  return { src: at(wide.widthsPx[0] ?? widthPx), srcSet, sizes: wide.sizes, ...box };
}

/** Returns the URL of a tiny blurred version, or undefined for a picture that the image proxy cannot resize. */
export function placeholderUrl(source: string): string | undefined {
  if (isElsewhere(source)) return undefined;
  return addressOf(source, "blur_3,f_webp,fit_cover,q_50,s_10x10");
}

/** The part of a photo's API URL before the photo's name. The image proxy's URL has only the name. */
const beforePhoto = /^.*\/file\/fetch(?=\/[^/]+$)/;

/** Returns the image proxy's URL of a picture. Pass the modifiers sorted, so that caches see the same URL again. */
function addressOf(source: string, modifiers: string): string {
  const { pathname, search } = new URL(source, window.location.origin);
  // Keep the signature (`?exp=…&sig=…`) of the source's URL, because the image proxy checks the signature.
  return `${import.meta.env.BASE_URL}_ipx/${modifiers}${pathname.replace(beforePhoto, "")}${search}`;
}

/** Returns true for a URL of another server or of data in the browser, which the image proxy cannot resize. */
function isElsewhere(source: string): boolean {
  return /^(?:https?:|blob:|data:|\/\/)/i.test(source);
}
