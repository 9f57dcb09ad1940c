import { hash, type KeyObject } from 'node:crypto';
import type { Sealed } from './events.personal.ts';
import { randomOf, seal, unseal } from './keys.seal.ts';

const SALT = 16;
const commitment = (salted: Buffer): string => hash('sha256', salted, 'base64');

/**
 * A personal value as it is stored, and what commits to it: the SHA-256 of a random salt (16 bytes) and the value's JSON. Salt and value are
 * sealed together, so that a text can be proved to somebody without its person's key, and says nothing any more when the key is gone.
 */
export const sealValue = (key: KeyObject, k: string, value: unknown): Sealed => {
  const salted = Buffer.concat([randomOf(SALT), Buffer.from(JSON.stringify(value))]);
  return { k, v: seal(key, salted).toString('base64'), c: commitment(salted) };
};

/** The value of one. Those of before there were commitments have none. Throws where key, text or commitment is another. */
export const unsealValue = (key: KeyObject, { v, c }: Sealed): unknown => {
  const clear = unseal(key, Buffer.from(v, 'base64'));
  if (c === undefined) return JSON.parse(clear.toString());
  if (commitment(clear) !== c) throw new Error('It is not what was committed to.');
  return JSON.parse(clear.toString('utf8', SALT));
};
