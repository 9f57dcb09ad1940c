import { hash, type KeyObject } from 'node:crypto';
import { randomOf, seal, unseal } from '../keys/seal.ts';
import type { Sealed } from './personal.ts';

const SALT = 16;
const commitment = (salted: Buffer): string => hash('sha256', salted, 'base64');

/**
 * Returns a personal value as it is stored, with its commitment: the SHA-256 of a random salt (16 bytes) and the value's JSON. Salt and
 * value are encrypted together, so that a text can be proved to somebody without the person's key, and the commitment reveals nothing once
 * the key is destroyed.
 */
export const sealValue = (key: KeyObject, k: string, value: unknown): Sealed => {
  const salted = Buffer.concat([randomOf(SALT), Buffer.from(JSON.stringify(value))]);
  return { k, v: seal(key, salted).toString('base64'), c: commitment(salted) };
};

/**
 * Returns the decrypted value. Values stored before commitments were introduced have none. Throws if key, text or commitment do not match.
 */
export const unsealValue = (key: KeyObject, { v, c }: Sealed): unknown => {
  const clear = unseal(key, Buffer.from(v, 'base64'));
  if (c === undefined) return JSON.parse(clear.toString());
  if (commitment(clear) !== c) throw new Error('It is not what was committed to.');
  return JSON.parse(clear.toString('utf8', SALT));
};

/** The salt of a value with a commitment, and its JSON: what proves it to somebody without the key. Throws like `unsealValue`. */
export const proofOfValue = (key: KeyObject, { v, c }: Sealed): { salt: Buffer; json: string } => {
  const clear = unseal(key, Buffer.from(v, 'base64'));
  if (c === undefined || commitment(clear) !== c) throw new Error('It has no commitment, or another one.');
  return { salt: clear.subarray(0, SALT), json: clear.toString('utf8', SALT) };
};
