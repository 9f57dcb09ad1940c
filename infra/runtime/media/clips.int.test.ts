import { clip, type Format, mp3, wav } from './clips.fixture.ts';
import { readClip } from './clips.ts';

/** The facts that are found of a file, and how many bytes of it were read for that. */
const look = async (bytes: Buffer) => {
  let read = 0;
  const measured = await readClip('a company', {
    size: bytes.length,
    read: async function* ({ from, to }) {
      for (let at = from; at < to; at += 65_536) {
        const piece = bytes.subarray(at, Math.min(at + 65_536, to));
        read += piece.length;
        yield piece;
      }
    },
  });
  return { clip: measured, read };
};
/** A recorder does not say how long its last packet is, which is a tenth of a second here. */
const near = (ms: number) => expect.closeTo(ms, -2.5);

const films = ['mp4', 'mp4 that ends with its index', 'mp4 in fragments', 'mov', 'webm', 'webm of a recorder'] as const;
test.each(films)('%s: how large and how long', async (format) => {
  const bytes = await clip(format, { seconds: 12.5, video: { width: 640, height: 360 }, sound: 'opus' });
  expect((await look(bytes)).clip).toEqual({ width: 640, height: 360, durationMs: near(12_500), isSound: false });
});

test('what a telephone has recorded upright is as high as it is shown', async () => {
  const bytes = await clip('mp4', { seconds: 3, video: { width: 1_920, height: 1_080, rotation: 90 }, sound: 'aac' });
  expect((await look(bytes)).clip).toMatchObject({ width: 1_080, height: 1_920 });
});

const sounds: [string, () => Promise<Buffer> | Buffer, number][] = [
  ['wav', () => wav(4), 4_000],
  ['mp3 whose bit rate changes', () => mp3(1_000), (1_000 * 1_152 * 1_000) / 44_100],
  ['ogg (opus)', () => clip('ogg', { seconds: 65, sound: 'opus' }), 65_000],
  ['m4a', () => clip('mp4', { seconds: 7, sound: 'aac' }), 7_000],
  ['webm without a picture', () => clip('webm of a recorder', { seconds: 7, sound: 'opus' }), 7_000],
];
test.each(sounds)('%s: a sound, and how long', async (_, make, ms) => {
  expect((await look(await make())).clip).toEqual({ width: null, height: null, durationMs: near(ms), isSound: true });
});

test('of a large video only what tells it is read', async () => {
  const bytes = await clip('mp4 that ends with its index', { seconds: 10_000, video: { width: 640, height: 360 } });
  expect(bytes.length).toBeGreaterThan(40_000_000);
  const { clip: measured, read } = await look(bytes);
  expect(measured).toMatchObject({ width: 640, durationMs: 10_000_000 });
  expect(read).toBeLessThan(5_000_000);
});

describe('what lies harms nobody', () => {
  /** The same with other bytes behind the first name of a box. */
  const changed = (bytes: Buffer, box: string, at: number, ...values: number[]): Buffer => {
    const copy = Buffer.from(bytes);
    const place = copy.indexOf(box);
    expect(place).toBeGreaterThan(0);
    for (const [n, value] of values.entries()) copy.writeUInt32BE(value, place + at + 4 * n);
    return copy;
  };
  const film = () => clip('mp4', { seconds: 5, video: { width: 64, height: 36 } });

  test.each([
    ['a length of centuries', async () => changed(await film(), 'mdhd', 16, 1, 0xffffffff)],
    ['four thousand million samples', async () => changed(await film(), 'stsz', 8, 1, 0xffffffff)],
    ['four thousand million times', async () => changed(await film(), 'stts', 8, 0xffffffff)],
    ['a box larger than the file', async () => changed(await film(), 'moov', -4, 0x7fffffff)],
    ['a box of no size within a box', async () => changed(await film(), 'trak', -4, 0)],
  ])('%s', async (_, make) => {
    const { clip: measured } = await look(await make());
    expect(measured?.durationMs ?? 0).toBeLessThanOrEqual(24 * 3_600_000);
  });

  test('a sound that says it is longer than its file is as long as its file', async () => {
    expect((await look(wav(2, 0xfffffff0))).clip).toMatchObject({ durationMs: near(2_000) });
  });

  test.each(['mp4 in fragments', 'mov', 'webm', 'ogg'] as Format[])('%s that is cut off anywhere', async (format) => {
    const bytes = await clip(
      format,
      format === 'ogg' ? { seconds: 9, sound: 'opus' } : { seconds: 9, video: { width: 64, height: 36 } },
    );
    for (const part of [0.3, 0.9]) {
      const { clip: measured } = await look(bytes.subarray(0, Math.ceil(bytes.length * part)));
      expect(measured?.durationMs ?? 0).toBeLessThanOrEqual(9_100);
    }
  });
});

test('what cannot be read, or stops being there, is told nothing of', async () => {
  expect((await look(Buffer.from('ID3'))).clip).toBeNull();
  expect((await look(Buffer.from('\0\0\0\x18ftypmp42 and no more'))).clip?.durationMs ?? null).toBeNull();
  const gone = readClip('a company', {
    size: 1_000_000,
    // biome-ignore lint/correctness/useYield: it fails before
    read: async function* () {
      throw new Error('gone');
    },
  });
  await expect(gone).resolves.toBeNull();
});
