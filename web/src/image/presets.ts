/** What the app's pictures are for, and how large each kind is drawn. */
import type { Modifiers } from "./modifiers";

export interface Preset extends Modifiers {
  /** In the words of `sizes.ts`; without it the picture is as wide as it says. */
  sizes?: string;
}

const presets = {
  /** The circle beside a name. */
  avatar: { widthPx: 48, heightPx: 48, fit: "cover", quality: 80 },
  /** One of the photos of a profile: a third of the column, and up to three pixels for each of a phone's. */
  tile: { widthPx: 240, heightPx: 240, fit: "cover", quality: 80 },
  /** The first of them, as large as four. */
  firstTile: { widthPx: 480, heightPx: 480, fit: "cover", quality: 80 },
  /** One of several people in a list, upright. */
  card: { widthPx: 300, heightPx: 400, fit: "cover", quality: 80, sizes: "50vw sm:300px" },
  /** A photo as large as the page's column, in its own shape. */
  photo: { fit: "inside", quality: 80, sizes: "100vw md:672px" },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;

export function getPreset(name: PresetName): Preset {
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined;
  if (!preset) throw new Error(`Unknown image preset "${name}"`);
  return preset;
}
