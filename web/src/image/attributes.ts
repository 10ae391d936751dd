/** The attributes of an `<img>` for each kind of picture. The server's image proxy draws the picture in these sizes. */

interface Preset {
  widthPx: number;
  heightPx: number;
  /** The widths that a wide picture offers, and its width on the screen. Others have their own and its double. */
  wide?: { widthsPx: readonly number[]; sizes: string };
}

const presets = {
  /** The circle beside a name. */
  avatar: { widthPx: 48, heightPx: 48 },
  /** The circle of the member, or of a person in a conversation. */
  largeAvatar: { widthPx: 72, heightPx: 72 },
  /** A photo of a profile: a third of the column, on phones with up to three device pixels per CSS pixel. */
  tile: { widthPx: 240, heightPx: 320 },
  /** The first photo of a profile, as large as four others. */
  firstTile: { widthPx: 480, heightPx: 640 },
  /** The photo of a person on their card, as wide as a phone and upright. */
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

/** Returns the addresses of a picture for every screen. */
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
  // Browsers without srcset are old, and their screens small.
  return { src: at(wide.widthsPx[0] ?? widthPx), srcSet, sizes: wide.sizes, ...box };
}

/** Returns the address of a few blurred pixels, or undefined for a picture that the proxy does not have. */
export function placeholderUrl(source: string): string | undefined {
  if (isElsewhere(source)) return undefined;
  return addressOf(source, "blur_3,f_webp,fit_cover,q_50,s_10x10");
}

/** The part of the API's address before a photo's name. The proxy takes only the name. */
const beforePhoto = /^.*\/file\/fetch(?=\/[^/]+$)/;

/**
 * Returns the proxy's address of a picture. The modifiers are in the order of their letters, as caches compare
 * them.
 */
function addressOf(source: string, modifiers: string): string {
  const { pathname, search } = new URL(source, window.location.origin);
  // The proxy reads the source's signature (`?exp=…&sig=…`) from the end of its own address.
  return `${import.meta.env.BASE_URL}_ipx/${modifiers}${pathname.replace(beforePhoto, "")}${search}`;
}

/** True for other servers, from which the proxy fetches nothing, and for data that only the browser has. */
function isElsewhere(source: string): boolean {
  return /^(?:https?:|blob:|data:|\/\/)/i.test(source);
}
