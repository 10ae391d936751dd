/** A bar that shows how much of a task is done. */
interface Props {
  label: string;
  value: number | null;
  max?: number;
  /** The value in words, such as "Photo 2 of 6", if a percentage says little. */
  valueText?: string;
}

const defaultMax = 100;

export function Progress({ label, value, max = defaultMax, valueText }: Props) {
  const end = max > 0 ? max : defaultMax;
  const reached = value === null || Number.isNaN(value) ? null : Math.min(Math.max(value, 0), end);
  const isUnknown = reached === null;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={end}
      aria-valuenow={reached ?? undefined}
      aria-valuetext={valueText}
      className="h-2 w-full overflow-hidden rounded-full bg-line"
    >
      <div
        style={{ width: isUnknown ? "100%" : `${(100 * reached) / end}%` }}
        className={`h-full rounded-full bg-accent ${
          isUnknown ? "animate-pulse" : "transition-[width] duration-300"
        }`}
      />
    </div>
  );
}
