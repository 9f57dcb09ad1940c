import styles from './waveform.module.css';

const WIDTH = 4;
const HEIGHT = 28;

/** The waveform of an audio, its played part in the accent colour; a plain bar if there is none. */
export const WaveformPicture = ({ peaks, played }: { peaks: readonly number[] | null; played: number }) => {
  const share = `${Math.min(1, played) * 100}%`;
  return (
    <span className={styles.picture} aria-hidden data-waveform={peaks ? 'drawn' : 'plain'}>
      {peaks ? (
        <>
          <Bars peaks={peaks} />
          <span className={styles.played} style={{ clipPath: `inset(0 calc(100% - ${share}) 0 0)` }}>
            <Bars peaks={peaks} />
          </span>
        </>
      ) : (
        <span className={styles.bar}>
          <span style={{ width: share }} />
        </span>
      )}
      <span className={styles.knob} style={{ left: share }} />
    </span>
  );
};

const Bars = ({ peaks }: { peaks: readonly number[] }) => (
  <svg className={styles.bars} viewBox={`0 0 ${peaks.length * WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
    <path
      d={peaks
        .map((peak, at) => {
          const half = (peak * (HEIGHT - 4)) / 2;
          return `M${at * WIDTH + WIDTH / 2} ${HEIGHT / 2 - half}v${half * 2}`;
        })
        .join('')}
    />
  </svg>
);
