/** Number of bars of a waveform. */
export const BARS = 48;
/** Minimum height of a bar, so that silence is visible too. */
const LEAST = 0.08;

/** Returns a told loudness (0 to 100) as `peaksOf` does. */
export const peaksTold = (shape: readonly number[]): number[] => {
  const most = Math.max(...shape, 1);
  return shape.map((one) => Math.max(LEAST, one / most));
};

/** Returns the loudness of equal parts of an audio, relative to the loudest: from 0.08 to 1. Silence is flat. */
export const peaksOf = (samples: Float32Array, bars = BARS): number[] => {
  const step = samples.length / bars;
  const loud = Array.from({ length: bars }, (_, bar) => {
    const to = Math.floor((bar + 1) * step);
    let sum = 0;
    let count = 0;
    for (let at = Math.floor(bar * step); at < to; at += 1) {
      sum += samples[at]! ** 2;
      count += 1;
    }
    return count === 0 ? 0 : Math.sqrt(sum / count);
  });
  const most = Math.max(...loud);
  return loud.map((one) => (most < 0.001 ? LEAST : Math.max(LEAST, one / most)));
};
