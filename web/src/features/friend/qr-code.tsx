/** An address as a QR code, for a phone that is pointed at this screen. */
import { useEffect, useState } from "react";

interface Props {
  address: string;
  /** What it leads to, for those who do not see it. */
  label: string;
}

/** The modules of the code as one SVG path; dark on light in every colour scheme, or no phone reads it. */
export function QrCode({ address, label }: Props) {
  const [code, setCode] = useState<{ size: number; path: string } | null>(null);
  useEffect(() => {
    let wanted = true;
    // The page says the same in words; without the code nothing is lost.
    import("uqr").then(
      ({ encode }) => {
        // Four modules of quiet around it, without which some readers do not find it (ISO 18004).
        const { size, data } = encode(address, { ecc: "M", border: 4 });
        const path = data.flatMap((row, y) =>
          row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")),
        );
        if (wanted) setCode({ size, path: path.join("") });
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [address]);
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
