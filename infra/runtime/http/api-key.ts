import { createHash, timingSafeEqual } from 'node:crypto';

/** What an API key says of itself; only its hash tells whether it is one. */
export type NamedKey = { companyId: string; keyId: string };

/** Every key begins so: a bearer is recognised without a look-up, and so is a key that was published by mistake. */
const PREFIX = 'prosa_';
const ID_BYTES = 16;
const SECRET_BYTES = 32;
const LENGTH = PREFIX.length + Math.ceil(((2 * ID_BYTES + SECRET_BYTES) * 4) / 3);

/** The text of an API key: its company, its id and its secret of 32 bytes, in base64url. */
export const writeApiKey = ({ companyId, keyId }: NamedKey, secret: Uint8Array): string =>
  `${PREFIX}${Buffer.concat([bytesOf(companyId), bytesOf(keyId), secret]).toString('base64url')}`;

/** Returns the company and id in the text of an API key; null if it is none. */
export const readApiKey = (key: string): NamedKey | null => {
  if (!isApiKey(key) || key.length !== LENGTH) return null;
  const hex = Buffer.from(key.slice(PREFIX.length), 'base64url').toString('hex');
  const ids = /^([\da-f]{32})([\da-f]{32})[\da-f]{64}$/.exec(hex);
  return ids && { companyId: idOf(ids[1]!), keyId: idOf(ids[2]!) };
};

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Whether a bearer is meant as an API key. */
export const isApiKey = (bearer: string): boolean => bearer.startsWith(PREFIX);

/** The stored form of an API key: its SHA-256 in hex. */
export const apiKeyHashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The hashes of an API key: the current one, and those of keys before, each until a time. */
export type KeyHashes = { hash: string; previous: readonly { hash: string; until: string }[] };

/** Whether a key has one of the hashes, now. */
export const isGoodKey = (key: string, { hash, previous }: KeyHashes, now: Date): boolean => {
  const asked = Buffer.from(apiKeyHashOf(key), 'hex');
  const good = [hash, ...previous.filter(({ until }) => now < new Date(until)).map((one) => one.hash)];
  return good.some((one) => timingSafeEqual(Buffer.from(one, 'hex'), asked));
};
