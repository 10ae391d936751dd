/** The pause before each check. A picture that was just removed may still be loading, and a revoked URL would fail. */
const pauseMs = 1_000;

/** Revokes the URL of a blob as soon as a check finds no picture of the page that uses the URL. */
export function releaseObjectUrl(url: string): void {
  setTimeout(() => {
    if (Array.from(document.querySelectorAll("img")).some(({ src }) => src === url))
      releaseObjectUrl(url);
    else URL.revokeObjectURL(url);
  }, pauseMs);
}
