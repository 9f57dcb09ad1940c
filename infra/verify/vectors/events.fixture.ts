import { createHash } from 'node:crypto';
import { base64Of, utf8 } from '../format/bytes.ts';
import type { StoredEvent } from '../format/leaf.ts';
import type { Shown } from '../format/package.ts';

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
/** A UUID that is always the same for a text. */
export const uuidOf = (text: string): string => {
  const hex = digestOf(text).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
export const COMPANY = { id: uuidOf('company'), name: 'Móveis Linho' };
export const PICTURE = digestOf('a picture');

/** A personal value as the store has it, and what shows it. */
const sealedValue = (value: unknown, name: string): { sealed: object; salt: string; json: string } => {
  const salt = digestOf(`salt of ${name}`).subarray(0, 16);
  const json = JSON.stringify(value);
  const c = createHash('sha256').update(salt).update(json).digest('base64');
  return {
    sealed: { k: uuidOf('contact'), v: digestOf(`ciphertext of ${name}`).toString('base64'), c },
    salt: base64Of(salt),
    json,
  };
};

export type Told = { event: StoredEvent; shown: Shown[] };

/** Events of two conversations and of a tag, as a store may have them; `texts` are what the customer and the company wrote. */
export const story = (count: number): Told[] => {
  const revisions = new Map<string, number>();
  const streams = ['conversation-one', 'conversation-two', `tag-${uuidOf('tag')}`];
  return Array.from({ length: count }, (_, n) => {
    const stream = streams[n % 7 === 6 ? 2 : n % 2]!;
    const revision = revisions.get(stream) ?? 0;
    revisions.set(stream, revision + 1);
    return told(stream, revision, n);
  });
};

const told = (stream: string, revision: number, n: number): Told => {
  const metadata = utf8(
    JSON.stringify({ companyId: COMPANY.id, at: new Date(Date.UTC(2026, 10, 17, 9, n)).toISOString(), version: 1 }),
  );
  const common = { stream, revision, id: uuidOf(`event ${n}`), metadata };
  if (stream.startsWith('tag-'))
    return {
      event: { ...common, type: 'TagChanged', data: utf8(JSON.stringify({ name: 'Troca', color: '#2b95d6' })) },
      shown: [],
    };
  const text = sealedValue(`Mensagem ${n}: “não chegou” — 🪑`, `text ${n}`);
  const sha256 = sealedValue(PICTURE_SHA256, `sha256 ${n}`);
  const data = {
    messageId: uuidOf(`message ${n}`),
    // As values were stored before they had commitments: nothing proves them, so they stay covered.
    ...(n % 5 === 4 && { name: { k: uuidOf('contact'), v: 'b2xk' } }),
    text: text.sealed,
    ...(n % 4 === 0 && { media: { mediaId: uuidOf(`media ${n}`), bytes: PICTURE.length, sha256: sha256.sealed } }),
  };
  const shown: Shown[] = [{ at: ['text'], salt: text.salt, json: text.json }];
  if (n % 4 === 0) shown.push({ at: ['media', 'sha256'], salt: sha256.salt, json: sha256.json });
  const isForeign = n === 9;
  const bytes = isForeign ? Uint8Array.of(0xff, 0xfe, 0x00, n) : utf8(JSON.stringify(data));
  return { event: { ...common, type: 'MessageReceived', data: bytes }, shown: isForeign ? [] : shown };
};
const PICTURE_SHA256 = createHash('sha256').update(PICTURE).digest('hex');
