import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

/** Which of its family's tokens it is: they are numbered as they are given out, from 0. */
export type RefreshToken = { family: Buffer; serial: number };

const FAMILY_BYTES = 16;
const SERIAL_BYTES = 4;

/**
 * Refresh tokens are made, not kept: `family | serial | HMAC`, in base64url. The same family and serial give the same token, so that an
 * answer which was lost can be given again, and each token tells how old it is, for ever. `secret` alone makes them: no backup of the
 * database holds one.
 */
export const refreshTokens = (secret: Buffer) => {
  const key = createSecretKey(createHmac('sha256', secret).update('refresh token').digest());
  const sealOf = (named: Buffer) => createHmac('sha256', key).update(named).digest();

  return {
    write: ({ family, serial }: RefreshToken): string => {
      const named = Buffer.alloc(FAMILY_BYTES + SERIAL_BYTES);
      family.copy(named);
      named.writeUInt32BE(serial, FAMILY_BYTES);
      return Buffer.concat([named, sealOf(named)]).toString('base64url');
    },
    /** Null for what was never given out. */
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
