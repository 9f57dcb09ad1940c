import { encode } from 'uqr';

/** Modules of white around a code, without which cameras do not find it. */
const BORDER = 2;

/** A text as a QR code, black on white in each theme. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { border: BORDER });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges" data-code={text}>
      <path d={path} fill="#000" />
    </svg>
  );
};
