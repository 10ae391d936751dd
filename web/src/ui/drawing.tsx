/**
 * A drawing of a state, such as waiting, or of an example, from the folder `drawings`. The portraits of the first screen
 * belong to the same set.
 */

interface Props {
  /** The address of the drawing, which the caller imports, so that a page names only its own drawings. */
  src: string;
  className?: string;
}

/** The words beside a drawing say all of what it shows, so a screen reader skips the drawing. */
export function Drawing({ src, className = "" }: Props) {
  return (
    <img
      src={src}
      alt=""
      width="240"
      height="160"
      loading="lazy"
      decoding="async"
      className={`h-auto w-60 max-w-full self-center ${className}`}
    />
  );
}
