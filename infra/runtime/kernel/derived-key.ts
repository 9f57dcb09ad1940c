import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** A key of the installation for one purpose alone, derived from a secret: whoever knows one of them knows no other. */
export const derivedKey = (secret: Buffer, purpose: string): KeyObject =>
  createSecretKey(createHmac('sha256', secret).update(purpose).digest());
