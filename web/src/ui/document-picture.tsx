interface DocumentPictureProps {
  url: string;
  /** The accessible name of the scrollable frame. A page can have two documents, so the names must differ. */
  label: string;
  alt: string;
  className: string;
  onLoad?: (frame: HTMLElement) => void;
}

/** The picture of a document in a scrollable frame, wide enough to read. The document's pages are below each other. */
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
