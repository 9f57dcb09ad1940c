import { AccessClaims, limits, Refused } from '@prosa/contracts';
import { errors, jwtVerify, SignJWT } from 'jose';

export type AccessTokens = {
  /** A token of 15 minutes. */
  signAccess: (claims: AccessClaims) => Promise<string>;
  /** Throws Refused: ERR_SESSION_EXPIRED (403) for one that was ours and is over, ERR_UNAUTHENTICATED (401) for all else. */
  verifyAccess: (token: string) => Promise<AccessClaims>;
};

/** Access tokens signed with HS256; `secret` is of at least 32 bytes. */
export const accessTokens = (
  secret: Buffer,
  { seconds = limits.accessTokenSeconds }: { seconds?: number } = {},
): AccessTokens => ({
  signAccess: ({ userId, companyId, version }) => {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ company: companyId, version })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(userId)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(secret);
  },
  verifyAccess: async (token) => {
    try {
      const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], requiredClaims: ['exp'] });
      return AccessClaims.parse({ userId: payload.sub, companyId: payload.company, version: payload.version });
    } catch (error) {
      throw new Refused(error instanceof errors.JWTExpired ? 'ERR_SESSION_EXPIRED' : 'ERR_UNAUTHENTICATED');
    }
  },
});

export type { AccessClaims };
