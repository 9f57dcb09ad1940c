import { abilitiesOf, carriedAs, isWithin, personWindowOf } from './abilities.ts';
import { beginningOf, lengthIn, splitText } from './text-limits.ts';

const MB = 1024 * 1024;
const file = (kind: Parameters<typeof carriedAs>[1]['kind'], mime: string, bytes: number | null = MB) => ({ kind, mime, bytes });

test('C1: what a connection can do depends on its channel and provider', () => {
  expect(abilitiesOf('whatsapp', 'beta')).toMatchObject({ windowMs: null, begins: 'freely', quotes: 'as-is' });
  expect(abilitiesOf('whatsapp', 'cloud')).toMatchObject({
    deletesMs: null,
    begins: 'by-template',
    sends: { template: 'as-is' },
  });
  expect(abilitiesOf('facebook')).toMatchObject({ quotes: 'as-text', begins: 'never', longestText: { max: 2_000 } });
  expect(abilitiesOf('instagram').longestText).toEqual({ max: 1_000, unit: 'bytes' });
  expect(abilitiesOf('facebook').sends.template).toBeUndefined();
  expect(abilitiesOf('telegram')).toMatchObject({ deletesMs: null });
  expect(abilitiesOf('simulator').deletesMs).toBe(60 * 3_600_000);
});

test('C1: a file of another type or size goes as a document, or else as a link', () => {
  const cloud = abilitiesOf('whatsapp', 'cloud');
  expect(carriedAs(cloud, file('image', 'image/jpeg', 5 * MB))).toBe('image');
  expect(carriedAs(cloud, file('image', 'image/jpeg', 5 * MB + 1))).toBe('document');
  expect(carriedAs(cloud, file('image', 'image/webp'))).toBe('document');
  expect(carriedAs(cloud, file('image', 'image/gif'))).toBe('link');
  expect(carriedAs(cloud, file('document', 'application/zip'))).toBe('link');
  expect(carriedAs(cloud, file('audio', 'audio/ogg; codecs=opus', null))).toBe('audio');
  const instagram = abilitiesOf('instagram');
  expect(carriedAs(instagram, file('audio', 'audio/mpeg'))).toBe('link');
  expect(carriedAs(instagram, file('document', 'application/pdf', 25 * MB))).toBe('document');
  expect(carriedAs(instagram, file('sticker', 'image/webp'))).toBe('link');
  expect(carriedAs(instagram, file('sticker', 'image/png'))).toBe('sticker');
  expect(carriedAs(abilitiesOf('facebook'), file('sticker', 'image/webp'))).toBe('document');
  expect(carriedAs(abilitiesOf('simulator'), file('sticker', 'image/webp'))).toBe('sticker');
});

test('a customer can be written to until the window is over, counted from their last message', () => {
  const cloud = abilitiesOf('whatsapp', 'cloud');
  const day = 24 * 3_600_000;
  expect(isWithin(cloud, 1_000, 1_000 + day)).toBe(true);
  expect(isWithin(cloud, 1_000, 1_001 + day)).toBe(false);
  expect(isWithin(cloud, null, 0)).toBe(false);
  expect(isWithin(abilitiesOf('simulator'), null, 0)).toBe(true);
});

test('C31: a person can write for seven days on Messenger and Instagram, if the app may; elsewhere that changes nothing', () => {
  const day = 24 * 3_600_000;
  const windowsOf = (...channel: Parameters<typeof abilitiesOf>) =>
    [false, true].map((may) => personWindowOf(abilitiesOf(...channel), may));
  expect(windowsOf('facebook')).toEqual([day, 7 * day]);
  expect(windowsOf('instagram')).toEqual([day, 7 * day]);
  expect(windowsOf('whatsapp', 'cloud')).toEqual([day, day]);
  expect(windowsOf('whatsapp')).toEqual([null, null]);
});

test('a text is counted in characters or bytes, and cut between lines or words, never within a character', () => {
  const four = { max: 4, unit: 'bytes' } as const;
  expect(lengthIn({ unit: 'bytes' }, 'ação')).toBe(6);
  expect(lengthIn({ unit: 'characters' }, 'ação')).toBe(4);
  expect(beginningOf('ação', four)).toBe('aç');
  expect(beginningOf('a👍', four)).toBe('a');
  expect(beginningOf('👍👍', four)).toBe('👍');
  const ten = { max: 10, unit: 'characters' } as const;
  expect(splitText('curto', ten)).toEqual(['curto']);
  expect(splitText('', ten)).toEqual([]);
  expect(splitText('Bom dia, tudo bem?', ten)).toEqual(['Bom dia,', 'tudo bem?']);
  expect(splitText('Primeira\nsegunda linha', ten)).toEqual(['Primeira', 'segunda', 'linha']);
  expect(splitText('x'.repeat(25), ten)).toEqual(['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)]);
  const smiles = '😀'.repeat(1_501);
  for (const channel of ['facebook', 'instagram']) {
    const parts = splitText(smiles, abilitiesOf(channel).longestText);
    expect(parts.join('')).toBe(smiles);
    expect(parts.every((part) => part.isWellFormed())).toBe(true);
  }
});
