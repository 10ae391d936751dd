/** The changes that the image proxy makes to a picture, as the first part of its address. */
type Fit = "cover" | "contain" | "fill" | "inside" | "outside";

export interface Modifiers {
  format?: "webp" | "jpeg" | "png" | "avif";
  fit?: Fit;
  widthPx?: number;
  heightPx?: number;
  /** 1 to 100. */
  quality?: number;
  /** A colour in hexadecimal digits, with or without `#`. */
  background?: string;
  /** The radius of the blur. */
  blurPx?: number;
}

/** The proxy's sign for an unchanged picture. */
const nothing = "_";

/** Returns modifiers such as `f_webp,q_80,s_320x240`, ordered by key: caches see one address for one picture. */
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
