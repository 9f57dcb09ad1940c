import { beforeEach, expect, test } from '@jest/globals';
import { askerOf } from './answers.ts';
import type { Answered, Asked } from './encoder.worker.ts';

let asked: Asked[];
let worker: Pick<Worker, 'postMessage' | 'onmessage' | 'onerror'>;
beforeEach(() => {
  asked = [];
  worker = { postMessage: (one: Asked) => void asked.push(one), onmessage: null, onerror: null };
});
const answer = (data: Answered) => worker.onmessage!.call(worker as Worker, new MessageEvent('message', { data }));
const fail = () => worker.onerror!.call(worker as Worker, new ErrorEvent('error', { message: 'It cannot be loaded.' }));
const parts = (bytes: number): Answered => ({ answer: 'parts', parts: [new Uint8Array(bytes)] });

test('a recording that is finished before the answer for its playback came is the finished one', async () => {
  const mp3 = askerOf(worker);
  const soFar = mp3('so far');
  const finished = mp3('finish');
  expect(asked).toEqual([{ ask: 'so far' }, { ask: 'finish' }]);
  answer(parts(10));
  answer(parts(12));
  expect([await soFar, await finished].map(({ size, type }) => [size, type])).toEqual([
    [10, 'audio/mpeg'],
    [12, 'audio/mpeg'],
  ]);
});

test('an answered error rejects its question alone', async () => {
  const mp3 = askerOf(worker);
  const refused = expect(mp3('so far')).rejects.toThrow('no memory');
  const finished = mp3('finish');
  answer({ answer: 'failed', message: 'no memory' });
  answer(parts(12));
  await refused;
  expect((await finished).size).toBe(12);
});

test('a worker that fails rejects what waits and what is asked later', async () => {
  const mp3 = askerOf(worker);
  const waits = expect(mp3('so far')).rejects.toThrow('It cannot be loaded.');
  fail();
  await waits;
  await expect(mp3('finish')).rejects.toThrow('It cannot be loaded.');
});
