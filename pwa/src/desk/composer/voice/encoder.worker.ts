/// <reference lib="webworker" />

import { createEncoder, type Encoder } from './encoder.ts';

/** The requests of the recorder. Samples arrive on a separate port, directly from the worklet. */
export type Asked = { ask: 'begin'; sampleRate: number; samples: MessagePort } | { ask: 'so far' } | { ask: 'finish' };
export type Answered = { answer: 'parts'; parts: Uint8Array<ArrayBuffer>[] } | { answer: 'failed'; message: string };

declare const self: DedicatedWorkerGlobalScope;

let encoder: Promise<Encoder> | null = null;
let isOver = false;
const answer = (answered: Answered) => self.postMessage(answered);

const handle = async (asked: Asked): Promise<void> => {
  if (asked.ask === 'begin') {
    encoder = createEncoder(asked.sampleRate);
    const made = await encoder;
    asked.samples.onmessage = ({ data }: MessageEvent<Float32Array>) => {
      if (!isOver) made.push(data);
    };
    return;
  }
  const made = await encoder;
  isOver ||= asked.ask === 'finish';
  answer({ answer: 'parts', parts: (isOver ? made?.finish() : made?.soFar()) ?? [] });
};

self.onmessage = ({ data }: MessageEvent<Asked>) =>
  void handle(data).catch((error: unknown) => answer({ answer: 'failed', message: String(error) }));
