/** The sizes in which the app draws its kinds of pictures. */
import type { Modifiers } from "./modifiers";

export interface Preset extends Modifiers {
  /** Sizes in the syntax of `sizes.ts`. Without them the picture has its fixed width. */
  sizes?: string;
}

const presets = {
  /** The circle beside a name. */
  avatar: { widthPx: 48, heightPx: 48, fit: "cover", quality: 80 },
  /** A photo of a profile: a third of the column, on phones with up to three device pixels per CSS pixel. */
  tile: { widthPx: 240, heightPx: 320, fit: "cover", quality: 80 },
  /** The first photo of a profile, as large as four others. */
  firstTile: { widthPx: 480, heightPx: 640, fit: "cover", quality: 80 },
  /** The photo of a person on their card, as wide as a phone and upright. */
  portrait: { widthPx: 480, heightPx: 640, fit: "cover", quality: 80, sizes: "100vw sm:480px" },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;

export function getPreset(name: PresetName): Preset {
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined;
  if (!preset) throw new Error(`Unknown image preset "${name}"`);
  return preset;
}
