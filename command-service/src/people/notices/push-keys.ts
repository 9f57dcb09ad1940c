import { createECDH, createHash } from 'node:crypto';

/** A key pair on P-256, both keys in base64url: the installation's identity towards push services (VAPID). */
export type PushKeys = { publicKey: string; privateKey: string };

/** The order of the group: a private key must be less. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * Derives the key pair from a secret of 32 bytes, deterministically. The secret itself is the private key if it is valid as one (all but
 * about one in four billion are).
 */
export const pushKeysOf = (secret: Buffer): PushKeys => {
  let scalar = secret;
  while (!isScalar(scalar)) scalar = createHash('sha256').update(scalar).digest();
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(scalar);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: scalar.toString('base64url') };
};

const isScalar = (bytes: Buffer): boolean => {
  const number = BigInt(`0x${bytes.toString('hex')}`);
  return number > 0n && number < ORDER;
};

/** Whether a push can be encrypted with a browser's keys: a point on the curve, and 16 bytes. */
export const areDeviceKeys = ({ p256dh, auth }: { p256dh: string; auth: string }): boolean => {
  if (Buffer.from(auth, 'base64url').length !== 16) return false;
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'));
    return Buffer.from(p256dh, 'base64url').length === 65;
  } catch {
    return false;
  }
};
