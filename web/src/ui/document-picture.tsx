interface DocumentPictureProps {
  url: string;
  /** The accessible name of the part that scrolls. A page can have two documents. */
  label: string;
  alt: string;
  /** The height and the border of the part that scrolls. */
  className: string;
  /** Called with the part that scrolls once the picture has its size. */
  onLoad?: (frame: HTMLElement) => void;
}

/** The picture of a document at a width at which a person can read it. Its pages are below each other, so that it scrolls. */
export function DocumentPicture({ url, label, alt, className, onLoad }: DocumentPictureProps) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls needs the focus of the keyboard.
      tabIndex={0}
      aria-label={label}
      className={`overflow-auto ${className}`}
    >
      <img
        src={url}
        alt={alt}
        onLoad={({ currentTarget }) => onLoad?.(currentTarget.parentElement ?? currentTarget)}
        className="block w-full min-w-2xl max-w-none"
      />
    </section>
  );
}
