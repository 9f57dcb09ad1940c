import { createPrivateKey, createPublicKey, type KeyObject, sign as signWith } from 'node:crypto';
import type { Sign, VerifierKey } from '../format/note.ts';

/** The DER of an Ed25519 private key (RFC 8410) up to the key itself. */
const BEFORE_SEED = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The two halves of the Ed25519 key that 32 secret bytes are. */
export const signingKey = (seed: Buffer): { sign: Sign; keyOf: (name: string) => VerifierKey } => {
  const secret: KeyObject = createPrivateKey({ key: Buffer.concat([BEFORE_SEED, seed]), format: 'der', type: 'pkcs8' });
  const { x } = createPublicKey(secret).export({ format: 'jwk' });
  const publicKey = new Uint8Array(Buffer.from(x!, 'base64url'));
  return { sign: (message) => signWith(null, message, secret), keyOf: (name) => ({ name, publicKey }) };
};
