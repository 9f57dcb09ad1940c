import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const IV = 12;
const TAG = 16;

/** Random bytes are fetched in large blocks: asking the system for twelve costs as much as for thousands. */
const POOL = 4_096;
let pool = Buffer.alloc(0);
export const randomOf = (bytes: number): Buffer => {
  if (pool.length < bytes) pool = randomBytes(POOL);
  const taken = pool.subarray(0, bytes);
  pool = pool.subarray(bytes);
  return taken;
};

/**
 * AES-256-GCM (a KeyObject is four times as fast as the raw key bytes): iv (12 bytes), ciphertext, tag (16). The same `context` is needed
 * to decrypt, so that the ciphertext cannot be moved elsewhere.
 */
export const seal = (key: KeyObject, clear: Buffer | string, context?: string): Buffer => {
  const iv = randomOf(IV);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  if (context !== undefined) cipher.setAAD(Buffer.from(context));
  const text = typeof clear === 'string' ? cipher.update(clear, 'utf8') : cipher.update(clear);
  return Buffer.concat([iv, text, cipher.final(), cipher.getAuthTag()]);
};

/** Decrypts. Throws if the key, the context or any bit differs. */
export const unseal = (key: KeyObject, sealed: Buffer, context?: string): Buffer => {
  const end = sealed.length - TAG;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV));
  if (context !== undefined) decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(end));
  const clear = decipher.update(sealed.subarray(IV, end));
  // final() verifies the tag; GCM returns no more bytes.
  decipher.final();
  return clear;
};
