import { abilitiesOf } from '@prosa/contracts';
import sharp from 'sharp';
import { fileAfter, isAsSent, sha256 } from './media.ts';

const turns = Array.from({ length: 1_000 }, (_, n) => [n % 40, Math.floor(n / 40)] as const);
const files = (ratio: number) => turns.map(([conversation, turn]) => fileAfter(conversation, turn, ratio));

test('the given share of turns is followed by a file, the same each time, and all files differ', () => {
  expect(files(0).every((one) => one === null)).toBe(true);
  const some = files(0.2).filter((one) => one !== null).length;
  expect(some).toBeGreaterThan(120);
  expect(some).toBeLessThan(280);
  expect(files(1)).toEqual(files(1));
  expect(new Set(files(1).map((one) => sha256(one!.bytes))).size).toBe(1_000);
});

test('each file is valid: pictures can be decoded, and all are recognised by their bytes', async () => {
  const { fileTypeFromBuffer } = await import('file-type');
  const kinds = new Map(files(1).map((one) => [one!.mime, one!]));
  expect([...kinds.keys()].sort()).toEqual([
    'application/pdf',
    'audio/mpeg',
    'audio/wav',
    'image/jpeg',
    'image/png',
    'text/plain',
  ]);
  for (const { kind, mime, bytes } of kinds.values()) {
    const found = await fileTypeFromBuffer(bytes);
    expect([mime, found?.mime]).toEqual([mime, mime === 'text/plain' ? undefined : mime]);
    if (kind === 'image') expect((await sharp(bytes).raw().toBuffer()).length).toBeGreaterThan(0);
  }
});

test('a message has a file if its kind, name and size match', () => {
  const sent = fileAfter(1, 1, 1)!;
  const media = { kind: sent.kind, name: sent.name, bytes: sent.bytes.length };
  const mediaType = sent.kind === 'document' ? 'application' : sent.kind;
  const shown = (more: object) => isAsSent({ mediaType, media: { ...media, ...more } } as never, sent);
  expect(shown({})).toBe(true);
  expect(shown({ name: 'another' })).toBe(false);
  expect(shown({ bytes: 1 })).toBe(false);
  expect(isAsSent({ mediaType: 'video', media: media as never }, sent)).toBe(false);
  expect(isAsSent({ mediaType, media: { ...media, name: null } } as never, { ...sent, shownName: null })).toBe(true);
});

test('a channel gets only files that it takes', () => {
  const mimes = (channel: string, provider?: string) =>
    new Set(turns.map(([conversation, turn]) => fileAfter(conversation, turn, 1, abilitiesOf(channel, provider))!.mime));
  expect(mimes('whatsapp', 'cloud').has('audio/wav')).toBe(false);
  expect(mimes('whatsapp', 'beta').has('audio/wav')).toBe(true);
});
