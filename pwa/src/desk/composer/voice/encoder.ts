/** Bit rate of recordings. */
const KBPS = 128;
/** The sample rates that such an MP3 can have; any other is resampled to the last. */
const RATES = [32_000, 44_100, 48_000];

export type Encoder = {
  /** Samples from -1 to 1, mono. */
  push: (samples: Float32Array) => void;
  /** The MP3 so far: whole frames, which can be played. */
  soFar: () => Uint8Array<ArrayBuffer>[];
  /** The complete MP3; the encoder accepts nothing afterwards. */
  finish: () => Uint8Array<ArrayBuffer>[];
};

/** Creates a streaming encoder for MP3 at 128 kbps, mono. */
export const createEncoder = async (sampleRate: number): Promise<Encoder> => {
  // A separate file that can be replaced by another version, as its licence requires (LGPL-3.0).
  const { Mp3Encoder } = await import('@breezystack/lamejs');
  const rate = RATES.includes(sampleRate) ? sampleRate : RATES.at(-1)!;
  const encoder = new Mp3Encoder(1, rate, KBPS);
  const resampled = resampler(sampleRate, rate);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const keep = (part: Uint8Array) => {
    if (part.length > 0) parts.push(new Uint8Array(part));
  };
  return {
    push: (samples) => keep(encoder.encodeBuffer(integers(resampled(samples)))),
    soFar: () => [...parts],
    finish: () => {
      keep(encoder.flush());
      return parts;
    },
  };
};

const integers = (samples: Float32Array): Int16Array =>
  Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));

/** Resamples by linear interpolation, continuing across chunk borders. */
const resampler = (from: number, to: number): ((samples: Float32Array) => Float32Array) => {
  if (from === to) return (samples) => samples;
  const step = from / to;
  /**
   * Position of the next sample relative to the start of the next chunk; from -1 to 0 it lies between the previous chunk's last sample and
   * the first one.
   */
  let at = 0;
  let before = 0;
  return (samples) => {
    const out: number[] = [];
    for (; at < samples.length - 1; at += step) {
      const left = Math.floor(at);
      const first = left < 0 ? before : samples[left]!;
      out.push(first + (samples[left + 1]! - first) * (at - left));
    }
    before = samples.at(-1) ?? before;
    at -= samples.length;
    return Float32Array.from(out);
  };
};
