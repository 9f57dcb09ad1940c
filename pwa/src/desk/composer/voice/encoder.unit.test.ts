/** @jest-environment ../infra/testing/native/environment.ts */
import { expect, test } from '@jest/globals';
import { createEncoder } from './encoder.ts';

const tone = (seconds: number, rate: number, hertz = 440): Float32Array =>
  Float32Array.from({ length: seconds * rate }, (_, n) => 0.5 * Math.sin((2 * Math.PI * hertz * n) / rate));

const encoded = async (seconds: number, rate: number, together = 2_048): Promise<Buffer> => {
  const encoder = await createEncoder(rate);
  const samples = tone(seconds, rate);
  for (let from = 0; from < samples.length; from += together) encoder.push(samples.subarray(from, from + together));
  return Buffer.concat(encoder.finish());
};

const KBPS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const RATES = [44_100, 48_000, 32_000];

/** The frames of an MP3 by their headers, each located where the previous one ends. */
const framesOf = (mp3: Buffer) => {
  const frames: { kbps: number; rate: number; channels: number; bytes: number }[] = [];
  for (let at = 0; at + 4 <= mp3.length; ) {
    const [, second, third, fourth] = [mp3[at]!, mp3[at + 1]!, mp3[at + 2]!, mp3[at + 3]!];
    expect([mp3[at], second & 0xfe]).toEqual([0xff, 0xfa]); // the sync word, MPEG 1, layer III
    const [kbps, rate] = [KBPS[third >> 4]!, RATES[(third >> 2) & 3]!];
    const bytes = Math.floor((144_000 * kbps) / rate) + ((third >> 1) & 1);
    frames.push({ kbps, rate, channels: fourth >> 6 === 3 ? 1 : 2, bytes });
    at += bytes;
  }
  return frames;
};

test.each([
  [44_100, 44_100],
  [48_000, 48_000],
  [32_000, 32_000],
  [16_000, 48_000],
  [96_000, 48_000],
])('a tone of %i Hz becomes an MP3 of 128 kbps, one channel, at %i Hz', async (from, rate) => {
  const mp3 = await encoded(2, from);
  const frames = framesOf(mp3);
  expect(new Set(frames.map((frame) => `${frame.kbps} ${frame.rate} ${frame.channels}`))).toEqual(new Set([`128 ${rate} 1`]));
  const seconds = (frames.length * 1_152) / rate;
  expect(seconds).toBeGreaterThan(1.99);
  expect(seconds).toBeLessThan(2.12);
  expect(mp3.length).toBeGreaterThan(16_000 * 1.95);
});

test('the data encoded so far consists of whole frames, and encoding continues', async () => {
  const encoder = await createEncoder(48_000);
  encoder.push(tone(1, 48_000));
  const first = framesOf(Buffer.concat(encoder.soFar())).length;
  expect(first).toBeGreaterThan(30);
  encoder.push(tone(1, 48_000));
  expect(framesOf(Buffer.concat(encoder.finish())).length).toBeGreaterThan(2 * first - 2);
});
