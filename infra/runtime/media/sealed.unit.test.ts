import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { MediaDamaged, ownerOf, seal, unseal } from './sealed.ts';

const key = createSecretKey(randomBytes(32));
const owner = { subjectId: randomUUID(), companyId: randomUUID() };
const CHUNK = 65_536;
const STEP = CHUNK + 16;
const HEADER = 72;

async function* pieces(bytes: Buffer, size = 50_001): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const all = async (bytes: AsyncIterable<Buffer>): Promise<Buffer> => {
  const found: Buffer[] = [];
  for await (const piece of bytes) found.push(piece);
  return Buffer.concat(found);
};
const sealed = (id: string, bytes: Buffer) => all(seal({ id, owner, key }, pieces(bytes)));
const opened = async (id: string, kept: Buffer, by = key) => {
  const fetch = async ({ from, to }: { from: number; to: number }) => pieces(kept.subarray(from, to), 70_000);
  const found = await ownerOf(fetch);
  return unseal({ id, size: kept.length, key: by, ...found }, fetch);
};
const reading = async (id: string, kept: Buffer, by = key) => all((await opened(id, kept, by)).read());

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 500_000])(
  '%i bytes are read unchanged, completely and by range',
  async (length) => {
    const id = randomUUID();
    const bytes = randomBytes(length);
    const kept = await sealed(id, bytes);
    const file = await opened(id, kept);
    expect(file).toMatchObject({ owner, size: length });
    expect((await all(file.read())).equals(bytes)).toBe(true);
    for (const [from, to] of [
      [0, 1],
      [CHUNK - 1, CHUNK + 1],
      [CHUNK, 2 * CHUNK],
      [length - 1, length],
      [Math.floor(length / 3), Math.floor(length / 2)],
    ] as const)
      if (from >= 0 && to <= length) expect((await all(file.read({ from, to }))).equals(bytes.subarray(from, to))).toBe(true);
    await expect(all(file.read({ from: 0, to: length + 1 }))).rejects.toThrow(RangeError);
  },
);

test('two files with the same bytes have nothing in common', async () => {
  const id = randomUUID();
  const bytes = Buffer.alloc(3 * CHUNK, 'a');
  const [one, other] = [await sealed(id, bytes), await sealed(id, bytes)];
  const chunksOf = (kept: Buffer) =>
    [0, 1, 2].map((n) => kept.subarray(HEADER + n * STEP, HEADER + n * STEP + 32).toString('hex'));
  expect(new Set([...chunksOf(one), ...chunksOf(other)]).size).toBe(6);
  expect(one.includes('a'.repeat(32))).toBe(false); // four in a row stand in so many random bytes now and then
});

describe('a changed file cannot be opened', () => {
  const id = randomUUID();
  let kept: Buffer;
  beforeAll(async () => {
    kept = await sealed(id, randomBytes(4 * CHUNK));
  });
  const chunk = (n: number) => kept.subarray(HEADER + n * STEP, HEADER + (n + 1) * STEP);
  const flipped = (at: number) => {
    const other = Buffer.from(kept);
    other[at]! ^= 1;
    return other;
  };
  const made: [string, () => Buffer][] = [
    ['a bit of a chunk', () => flipped(HEADER + 2 * STEP + 5)],
    ['a bit of a tag', () => flipped(HEADER + STEP - 1)],
    ['whose it is', () => flipped(10)],
    ['the salt', () => flipped(60)],
    ['the last chunk is missing', () => kept.subarray(0, kept.length - STEP)],
    ['a byte is missing', () => kept.subarray(0, kept.length - 1)],
    ['all chunks are missing', () => kept.subarray(0, HEADER)],
    ['two chunks are swapped', () => Buffer.concat([kept.subarray(0, HEADER), chunk(1), chunk(0), chunk(2), chunk(3)])],
    ['a chunk is doubled', () => Buffer.concat([kept.subarray(0, HEADER), chunk(0), chunk(0), chunk(2), chunk(3)])],
    ['a chunk more', () => Buffer.concat([kept, chunk(3)])],
    ['no file at all', () => Buffer.alloc(500)],
  ];
  test.each(made)('%s', async (_, make) => {
    await expect(reading(id, make())).rejects.toThrow(MediaDamaged);
  });
  test('under another id, or with another key', async () => {
    await expect(reading(randomUUID(), kept)).rejects.toThrow(MediaDamaged);
    await expect(reading(id, kept, createSecretKey(randomBytes(32)))).rejects.toThrow(MediaDamaged);
  });
});
