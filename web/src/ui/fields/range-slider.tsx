/** A track with one or two thumbs. Each thumb is a native range input, so that keys and screen readers work. */

export interface Thumb {
  id?: string;
  label: string;
  /** The position of the thumb on the scale, from 0. */
  at: number;
  /** The meaning of the position. A screen reader reads it out instead of the number. */
  valueText: string;
  error?: { id: string } | undefined;
  onChange: (at: number) => void;
}

interface RangeSliderProps {
  thumbs: readonly [Thumb] | readonly [Thumb, Thumb];
  end: number;
}

/** The diameter of a thumb's disc. Its tap target is 8 px larger on all sides, so the track is inset by 8 px. */
const discPx = 28;
const thumbClass =
  "[&::-webkit-slider-thumb]:pointer-events-auto [&::-webkit-slider-thumb]:size-11 [&::-webkit-slider-thumb]:cursor-grab [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-8 [&::-webkit-slider-thumb]:border-transparent [&::-webkit-slider-thumb]:bg-accent [&::-webkit-slider-thumb]:bg-clip-padding [&::-moz-range-thumb]:pointer-events-auto [&::-moz-range-thumb]:box-border [&::-moz-range-thumb]:size-11 [&::-moz-range-thumb]:cursor-grab [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-8 [&::-moz-range-thumb]:border-transparent [&::-moz-range-thumb]:bg-accent [&::-moz-range-thumb]:bg-clip-padding";

/** The focus ring surrounds the disc and not the input, because two inputs share the track. */
const focusClass =
  "outline-none [&:focus-visible::-webkit-slider-thumb]:outline-3 [&:focus-visible::-webkit-slider-thumb]:-outline-offset-6 [&:focus-visible::-webkit-slider-thumb]:outline-focus [&:focus-visible::-moz-range-thumb]:outline-3 [&:focus-visible::-moz-range-thumb]:-outline-offset-6 [&:focus-visible::-moz-range-thumb]:outline-focus";

/** Colours the track between two thumbs, or up to a single thumb. */
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
          // If the thumbs meet in the upper half, draw the lower bound's thumb over the other thumb, because at the
          // end of the track only the lower bound's thumb can move.
          style={second && index === 0 && low > 0.5 ? { zIndex: 1 } : undefined}
          onChange={(event) => thumb.onChange(Number(event.target.value))}
        />
      ))}
    </div>
  );
}

function placeOf(fraction: number): string {
  return `calc(${discPx / 2}px + (100% - ${discPx}px) * ${fraction})`;
}
