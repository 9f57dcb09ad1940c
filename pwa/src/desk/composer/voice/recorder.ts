import { askerOf } from './answers.ts';
import workletUrl from './capture.worklet.ts?worker&url';
import type { Asked } from './encoder.worker.ts';

export type Recorder = {
  pause: () => Promise<void>;
  resume: () => Promise<void>;
  /** The recording so far, for playback while paused. */
  soFar: () => Promise<Blob>;
  /** The complete recording; releases the microphone. */
  finish: () => Promise<Blob>;
  /** Releases everything and discards the recording. */
  drop: () => void;
};
type Heard = { loudness: number; samples: number };

/**
 * Records the microphone as an MP3: captured by an audio worklet and encoded by a worker as it arrives, so that neither waits for the
 * screen. `onPlayed` is called about 20 times a second with the loudness (0 to 1) and the duration of the recording in milliseconds. Rejects
 * as `getUserMedia` does.
 */
export const startRecorder = async (onPlayed: (loudness: number, durationMs: number) => void): Promise<Recorder> => {
  if (!navigator.mediaDevices) throw new DOMException('Only a page that came over TLS may record.', 'NotAllowedError');
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
  const context = new AudioContext();
  const worker = new Worker(new URL('./encoder.worker.ts', import.meta.url), { type: 'module' });
  const letGo = () => {
    for (const track of stream.getTracks()) track.stop();
    if (context.state !== 'closed') void context.close();
  };
  const drop = () => {
    letGo();
    worker.terminate();
  };
  const mp3 = askerOf(worker);
  try {
    await context.audioWorklet.addModule(workletUrl);
    const capture = new AudioWorkletNode(context, 'capture', { numberOfInputs: 1, numberOfOutputs: 1, channelCount: 1 });
    const { port1, port2 } = new MessageChannel();
    let samples = 0;
    capture.port.onmessage = ({ data }: MessageEvent<Heard>) => {
      samples += data.samples;
      onPlayed(data.loudness, (samples * 1_000) / context.sampleRate);
    };
    const begin: Asked = { ask: 'begin', sampleRate: context.sampleRate, samples: port1 };
    worker.postMessage(begin, [port1]);
    capture.port.postMessage(port2, [port2]);
    context.createMediaStreamSource(stream).connect(capture);
    capture.connect(context.destination); // silent; a node without a destination is not processed
    await context.resume();
  } catch (error) {
    drop();
    throw error;
  }
  return {
    pause: () => context.suspend(),
    resume: () => context.resume(),
    soFar: () => mp3('so far'),
    finish: async () => {
      await context.suspend();
      try {
        return await mp3('finish');
      } finally {
        drop();
      }
    },
    drop,
  };
};
