import { createCipheriv, createDecipheriv, createHmac, hkdfSync, pbkdf2Sync } from 'node:crypto';
import * as curve from 'libsignal/src/curve.js';

/** A Curve25519 key pair; the public key has 32 bytes, as on the wire. */
export type KeyPair = { public: Buffer; private: Buffer };

/** libsignal wants a public key with its type in front. */
export const typed = (key: Uint8Array): Buffer => (key.length === 33 ? Buffer.from(key) : Buffer.concat([Buffer.from([5]), key]));

export const keyPair = (): KeyPair => {
  const { pubKey, privKey } = curve.generateKeyPair();
  return { public: Buffer.from(pubKey.subarray(1)), private: Buffer.from(privKey) };
};

export const agree = (ours: Buffer, theirs: Uint8Array): Buffer => Buffer.from(curve.calculateAgreement(typed(theirs), ours));

export const sign = (key: Buffer, bytes: Uint8Array): Buffer => Buffer.from(curve.calculateSignature(key, bytes));

export const hmac = (key: Uint8Array, ...parts: Uint8Array[]): Buffer =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest();

export const hkdf = (secret: Uint8Array, length: number, { salt = Buffer.alloc(32) as Uint8Array, info = '' } = {}): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** The key that a pairing code, typed by a person, protects the exchange of keys with. */
export const codeKey = (code: string, salt: Uint8Array): Buffer => pbkdf2Sync(code, salt, 131_072, 32, 'sha256');

export const ctr = (key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Buffer =>
  createCipheriv('aes-256-ctr', key, iv).update(bytes);

const TAG = 16;
const NOTHING = Buffer.alloc(0);

/** AES-256-GCM, the tag at the end. */
export const seal = (key: Uint8Array, iv: Uint8Array, clear: Uint8Array, context: Uint8Array = NOTHING): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(context);
  return Buffer.concat([cipher.update(clear), cipher.final(), cipher.getAuthTag()]);
};
export const open = (key: Uint8Array, iv: Uint8Array, sealed: Uint8Array, context: Uint8Array = NOTHING): Buffer => {
  const cut = sealed.length - TAG;
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(context).setAuthTag(sealed.subarray(cut));
  return Buffer.concat([decipher.update(sealed.subarray(0, cut)), decipher.final()]);
};

/** An IV of 12 bytes that ends in a counter. */
export const counted = (count: number): Buffer => {
  const iv = Buffer.alloc(12);
  iv.writeUInt32BE(count, 8);
  return iv;
};
