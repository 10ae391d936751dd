/** What the image proxy is asked to do with a picture, as the first part of its address. */
export type Fit = "cover" | "contain" | "fill" | "inside" | "outside";

export interface Modifiers {
  format?: "webp" | "jpeg" | "png" | "avif";
  fit?: Fit;
  widthPx?: number;
  heightPx?: number;
  /** 1 to 100. */
  quality?: number;
  /** A colour in hexadecimal digits, with or without `#`. */
  background?: string;
  /** How far the blur reaches, in pixels. */
  blurPx?: number;
}

/** What the proxy reads as "as it is" (seed, section 7: the modifiers come before the source). */
const nothing = "_";

/** `f_webp,q_80,s_320x240`: in the order of the keys, so that the same wish is one address. */
export function joinModifiers(modifiers: Modifiers): string {
  const { format, fit, widthPx, heightPx, quality, background, blurPx } = modifiers;
  const isBox = widthPx !== undefined && heightPx !== undefined;
  const values: Record<string, string | number | undefined> = {
    b: background?.replace(/^#/, ""),
    blur: blurPx,
    f: format,
    fit,
    h: isBox ? undefined : heightPx,
    q: quality,
    s: isBox ? `${widthPx}x${heightPx}` : undefined,
    w: isBox ? undefined : widthPx,
  };
  const parts = Object.entries(values).flatMap(([key, value]) =>
    value === undefined || value === "" ? [] : `${key}_${encodeURIComponent(value)}`,
  );
  return parts.join(",") || nothing;
}
