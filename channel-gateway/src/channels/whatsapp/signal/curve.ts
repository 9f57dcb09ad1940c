import { createPublicKey, verify } from 'node:crypto';

/** The field of both curves. */
const P = 2n ** 255n - 19n;
/** The bytes before the 32 of an Ed25519 key in its DER form (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const SIGN_BIT = 0x80;

/**
 * Whether `signature` (64 bytes) of `message` was made with the private key of a Curve25519 `key` (32 bytes, or 33 with its type in front).
 * This is XEdDSA (Signal's specification "The XEdDSA and VXEdDSA Signature Schemes"; the sign of the Edwards key is the highest bit of the
 * signature, as libsignal writes it). Node's own Ed25519 checks it in a hundredth of the time that libsignal's JavaScript takes, of which
 * each login of a session needs two.
 */
export const isSigned = (key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean => {
  if (signature.length !== 64) return false;
  const edwards = edwardsOf(key.length === 33 ? key.subarray(1) : key);
  if (edwards === null) return false;
  const plain = Buffer.from(signature);
  edwards[31]! |= plain[63]! & SIGN_BIT;
  plain[63]! &= ~SIGN_BIT;
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI, edwards]), format: 'der', type: 'spki' });
  return verify(null, message, publicKey, plain);
};

/** The y of the Edwards point of a Montgomery u, (u - 1) / (u + 1), in 32 bytes; null if there is none. */
const edwardsOf = (key: Uint8Array): Buffer | null => {
  if (key.length !== 32) return null;
  const u = BigInt(`0x${Buffer.from(key).reverse().toString('hex')}`) & (2n ** 255n - 1n);
  if (u >= P || u === P - 1n) return null;
  const y = ((u - 1n + P) * power(u + 1n, P - 2n)) % P;
  return Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse();
};

const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n;
  for (let [b, e] = [base % P, exponent]; e > 0n; e >>= 1n) {
    if (e & 1n) result = (result * b) % P;
    b = (b * b) % P;
  }
  return result;
};
