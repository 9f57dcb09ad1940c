import type { Place } from '@prosa/contracts';
import styles from './kinds.module.css';

/** A pattern of fictitious streets, rotated according to the place so that two places look different. */
export const MapPicture = ({ place: { latitude, longitude }, label }: { place: Place; label: string }) => {
  const turn = Math.round((Math.abs(latitude * 7 + longitude * 13) % 40) - 20);
  const shift = Math.round(Math.abs(latitude * 31 - longitude * 17) % 40);
  return (
    <svg className={styles.map} viewBox="0 0 276 120" preserveAspectRatio="xMidYMid slice" role="img" aria-label={label}>
      <rect className={styles.ground} width="276" height="120" />
      <g transform={`rotate(${turn} 138 60) translate(${-shift} ${shift / 2})`}>
        <path className={styles.park} d="M206-10h70v58h-70z" />
        <path
          className={styles.streets}
          strokeWidth="7"
          d="M-80 6h460M-80 56h460M-80 104h460M-80 152h460M-30-80v320M24-80v320M78-80v320M132-80v320M196-80v320M286-80v320M340-80v320"
        />
        <path className={styles.avenue} strokeWidth="12" d="M-80 178 380-60" />
      </g>
      <ellipse className={styles.shadow} cx="138" cy="74" rx="8" ry="3" />
      <path className={styles.pin} d="M138 73c-8-10-14-16-14-24a14 14 0 0 1 28 0c0 8-6 14-14 24z" />
      <circle className={styles.eye} cx="138" cy="49" r="5" />
    </svg>
  );
};
