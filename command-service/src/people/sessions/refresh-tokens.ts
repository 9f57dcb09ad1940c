import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '@prosa/infra/runtime';

/** The token's place in its family: tokens are numbered in the order of issue, from 0. */
export type RefreshToken = { family: Buffer; serial: number };

const FAMILY_BYTES = 16;
const SERIAL_BYTES = 4;

/**
 * Refresh tokens are computed, not stored: `family | serial | HMAC`, in base64url. The same family and serial give the same token, so that
 * a lost answer can be repeated, and each token always shows its age. Only `secret` is needed to make them: no backup of the database holds
 * one.
 */
export const refreshTokens = (secret: Buffer) => {
  const key = derivedKey(secret, 'refresh token');
  const sealOf = (named: Buffer) => createHmac('sha256', key).update(named).digest();

  return {
    write: ({ family, serial }: RefreshToken): string => {
      const named = Buffer.alloc(FAMILY_BYTES + SERIAL_BYTES);
      family.copy(named);
      named.writeUInt32BE(serial, FAMILY_BYTES);
      return Buffer.concat([named, sealOf(named)]).toString('base64url');
    },
    /** Null for a token that was never issued. */
    read: (token: string): RefreshToken | null => {
      const bytes = Buffer.from(token, 'base64url');
      const named = bytes.subarray(0, FAMILY_BYTES + SERIAL_BYTES);
      const seal = bytes.subarray(named.length);
      const expected = sealOf(named);
      if (seal.length !== expected.length || !timingSafeEqual(seal, expected)) return null;
      return { family: named.subarray(0, FAMILY_BYTES), serial: named.readUInt32BE(FAMILY_BYTES) };
    },
  };
};
