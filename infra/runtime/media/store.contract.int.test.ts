import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startS3 } from '../../testing/s3.ts';
import { ConfigError } from '../kernel/config.ts';
import { type MediaStore, MediaStoreFailed } from './store.port.ts';
import { connectMediaStore } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'prosa-media-'));
const s3 = await startS3(join(folder, 's3'));
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

async function* pieces(bytes: Buffer, size = 60_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const read = async (bytes: AsyncIterable<Buffer> | null): Promise<Buffer | null> => {
  if (!bytes) return null;
  const all: Buffer[] = [];
  for await (const piece of bytes) all.push(piece);
  return Buffer.concat(all);
};

describe.each([
  ['a folder', `file://${join(folder, 'kept')}`],
  ['an S3', s3.url],
])('%s', (_, url) => {
  let store: MediaStore;
  beforeAll(() => {
    store = connectMediaStore({ MEDIA_URL: url });
  });

  test.each([0, 1, 70_000, 8 * 1024 * 1024, 20_000_000])('stores %i bytes and returns them', async (length) => {
    const name = randomUUID();
    const bytes = randomBytes(length);
    expect(await store.put(name, pieces(bytes))).toBe(length);
    expect(await store.size(name)).toBe(length);
    expect((await read(await store.get(name)))?.equals(bytes)).toBe(true);
  });

  test('returns any range', async () => {
    const name = randomUUID();
    const bytes = randomBytes(9_000_000);
    await store.put(name, pieces(bytes));
    for (const [from, to] of [
      [0, 2],
      [5, 200_000],
      [8_999_999, 9_000_000],
    ] as const)
      expect((await read(await store.get(name, { from, to })))?.equals(bytes.subarray(from, to))).toBe(true);
  });

  test('stores nothing of an interrupted put, small or large, and another put of that name is complete', async () => {
    for (const length of [100_000, 20_000_000]) {
      const name = randomUUID();
      const broken = async function* () {
        yield* pieces(randomBytes(length));
        throw new Error('cut');
      };
      await expect(store.put(name, broken())).rejects.toThrow('cut');
      expect([await store.size(name), await store.get(name)]).toEqual([null, null]);
      await store.put(name, pieces(Buffer.from('whole')));
      expect(String(await read(await store.get(name)))).toBe('whole');
    }
  });

  test('deletes a name, also twice', async () => {
    const name = randomUUID();
    await store.put(name, pieces(Buffer.from('gone')));
    await store.delete(name);
    await store.delete(name);
    expect(await store.size(name)).toBeNull();
  });

  test('refuses names that are paths', async () => {
    for (const name of ['../secret', '', 'a/b', `${randomUUID()}/..`]) {
      await expect(store.put(name, pieces(Buffer.from('x')))).rejects.toThrow(TypeError);
      await expect(store.get(name)).rejects.toThrow(TypeError);
    }
  });
});

test('incomplete writes of a killed process are deleted once they are old, and nothing else', async () => {
  const store = connectMediaStore({ MEDIA_URL: `file://${join(folder, 'kept')}` });
  const coming = join(folder, 'kept/coming');
  for (const name of ['old', 'new']) writeFileSync(join(coming, name), 'half');
  utimesSync(join(coming, 'old'), new Date(0), new Date(0));
  await store.tidy(3_600_000);
  expect(readdirSync(coming)).toEqual(['new']);
});

test('a store that cannot be reached throws MediaStoreFailed', async () => {
  const away = connectMediaStore({ MEDIA_URL: 's3://a:b@127.0.0.1:1/files?tls=false' });
  await expect(away.put(randomUUID(), pieces(Buffer.from('x')))).rejects.toThrow(MediaStoreFailed);
  writeFileSync(join(folder, 'no-folder'), '');
  const file = connectMediaStore({ MEDIA_URL: `file://${join(folder, 'no-folder')}` });
  await expect(file.put(randomUUID(), pieces(Buffer.from('x')))).rejects.toThrow(MediaStoreFailed);
});

test('in production MEDIA_URL is required', () => {
  expect(() => connectMediaStore({ NODE_ENV: 'production' })).toThrow(ConfigError);
});

test.each(['ftp://host/folder', 's3://host/bucket', 's3://a:b@host/', 'nothing'])('%s is no valid store', (url) => {
  expect(() => connectMediaStore({ MEDIA_URL: url })).toThrow(ConfigError);
});
