/** Gives the addresses of blobs back once no picture needs them. */

/** A picture that was just removed may still be loading, and would fail. */
const pauseMs = 1_000;

/** Revokes the address as soon as no picture of the page has had it for a moment. */
export function releaseObjectUrl(url: string): void {
  setTimeout(() => {
    if (Array.from(document.querySelectorAll("img")).some(({ src }) => src === url))
      releaseObjectUrl(url);
    else URL.revokeObjectURL(url);
  }, pauseMs);
}
