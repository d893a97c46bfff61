/** A QR code, black on white in both themes: a camera must read it. */
import { encode } from 'uqr';

const quietZone = 4;

/** The code as one path on a square of `size` modules. */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter(Boolean)
    .join('');
  return { size, path };
}

interface QrCodeProps {
  text: string;
  /** The content, for screen readers. */
  label: string;
  className?: string | undefined;
}

export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = qrPath(text);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className={className}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
