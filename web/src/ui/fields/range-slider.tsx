/** One or two thumbs on a track, each a native range input: keys, screen readers and switches know it. */

/** One thumb; it stands on a place of the scale, counted from 0. */
export interface Thumb {
  id?: string;
  label: string;
  at: number;
  /** What the place means, read out in place of its number. */
  valueText: string;
  error?: { id: string } | undefined;
  onChange: (at: number) => void;
}

interface RangeSliderProps {
  thumbs: readonly [Thumb] | readonly [Thumb, Thumb];
  /** The last place of the scale; the first is 0. */
  end: number;
}

/** The disc of a thumb; its target is larger by 8 px all around, and so the track is shorter. */
const discPx = 28;
const thumbClass =
  "[&::-webkit-slider-thumb]:pointer-events-auto [&::-webkit-slider-thumb]:size-11 [&::-webkit-slider-thumb]:cursor-grab [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-8 [&::-webkit-slider-thumb]:border-transparent [&::-webkit-slider-thumb]:bg-accent [&::-webkit-slider-thumb]:bg-clip-padding [&::-moz-range-thumb]:pointer-events-auto [&::-moz-range-thumb]:box-border [&::-moz-range-thumb]:size-11 [&::-moz-range-thumb]:cursor-grab [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-8 [&::-moz-range-thumb]:border-transparent [&::-moz-range-thumb]:bg-accent [&::-moz-range-thumb]:bg-clip-padding";

/** Two inputs lie on one track, so the ring of the focus is around the disc of the one that has it. */
const focusClass =
  "outline-none [&:focus-visible::-webkit-slider-thumb]:outline-3 [&:focus-visible::-webkit-slider-thumb]:-outline-offset-6 [&:focus-visible::-webkit-slider-thumb]:outline-focus [&:focus-visible::-moz-range-thumb]:outline-3 [&:focus-visible::-moz-range-thumb]:-outline-offset-6 [&:focus-visible::-moz-range-thumb]:outline-focus";

/** The chosen part is between two thumbs, or up to the only one. */
export function RangeSlider({ thumbs, end }: RangeSliderProps) {
  const [first, second] = thumbs;
  const low = second ? first.at / end : 0;
  const high = (second ?? first).at / end;
  return (
    <div className="relative h-11">
      <div className="absolute inset-x-2 top-1/2 h-1.5 -translate-y-1/2 rounded-full bg-line">
        <div
          className="absolute h-full rounded-full bg-accent"
          style={{ left: second ? placeOf(low) : 0, right: `calc(100% - ${placeOf(high)})` }}
        />
      </div>
      {thumbs.map((thumb, index) => (
        <input
          key={index === 0 ? "first" : "second"}
          id={thumb.id}
          type="range"
          min={0}
          max={end}
          step={1}
          value={thumb.at}
          aria-label={thumb.label}
          aria-valuetext={thumb.valueText}
          aria-invalid={thumb.error ? true : undefined}
          aria-describedby={thumb.error?.id}
          className={`absolute inset-0 m-0 size-full appearance-none rounded-full bg-transparent ${thumbClass} ${focusClass} ${second ? "pointer-events-none" : "cursor-pointer"}`}
          // Two thumbs on one place in the upper half can only part downwards: the lower one is on top.
          style={second && index === 0 && low > 0.5 ? { zIndex: 1 } : undefined}
          onChange={(event) => thumb.onChange(Number(event.target.value))}
        />
      ))}
    </div>
  );
}

/** The middle of a thumb on the track. */
function placeOf(fraction: number): string {
  return `calc(${discPx / 2}px + (100% - ${discPx}px) * ${fraction})`;
}
