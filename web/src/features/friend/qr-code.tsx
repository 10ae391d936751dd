/** An address as a QR code, which a phone can read from this screen. */
import { useAsked } from "#/lib/use-asked";

interface Props {
  address: string;
  label: string;
}

/** Draws dark modules on light in every colour scheme, because many phones cannot read inverted codes. */
export function QrCode({ address, label }: Props) {
  // A failure is ignored, because the page also explains in words how to add the account.
  const { answer: code } = useAsked(async () => {
    const { encode } = await import("uqr");
    // ISO 18004 asks for a margin of four modules. Without the margin, some readers do not find the code.
    const { size, data } = encode(address, { ecc: "M", border: 4 });
    const path = data.flatMap((row, y) =>
      row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")),
    );
    return { size, path: path.join("") };
  }, address);
  if (!code) return <div className="size-44 shrink-0 rounded-md bg-qr-light" />;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-md bg-qr-light fill-qr-dark"
    >
      <path d={code.path} />
    </svg>
  );
}
