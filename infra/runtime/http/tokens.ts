import { AccessClaims, limits, Refused } from '@prosa/contracts';
import { errors, jwtVerify, SignJWT } from 'jose';
import { boundedCache } from '../kernel/bounded-cache.ts';

export type AccessTokens = {
  /** Returns a token that is valid for 15 minutes. */
  signAccess: (claims: AccessClaims) => Promise<string>;
  /** Throws Refused: ERR_SESSION_EXPIRED (403) for a token of ours that has expired, ERR_UNAUTHENTICATED (401) for anything else. */
  verifyAccess: (token: string) => Promise<AccessClaims>;
};

/** Cache of tokens whose signature was verified and that have not expired: a screen sends the same token with each call. */
const MAX_ENTRIES = 10_000;

/** Access tokens signed with HS256; `secret` has at least 32 bytes. */
export const accessTokens = (
  secret: Buffer,
  { seconds = limits.accessTokenSeconds }: { seconds?: number } = {},
): AccessTokens => {
  const known = boundedCache<string, { claims: AccessClaims; until: number }>({ max: MAX_ENTRIES });

  const check = async (token: string): Promise<AccessClaims> => {
    try {
      const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], requiredClaims: ['exp'] });
      const claims = AccessClaims.parse({ userId: payload.sub, companyId: payload.company, version: payload.version });
      known.set(token, { claims, until: payload.exp! * 1_000 });
      return claims;
    } catch (error) {
      throw new Refused(error instanceof errors.JWTExpired ? 'ERR_SESSION_EXPIRED' : 'ERR_UNAUTHENTICATED');
    }
  };

  return {
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
      const before = known.get(token);
      if (before && Date.now() < before.until) return before.claims;
      known.delete(token);
      return check(token);
    },
  };
};

export type { AccessClaims };
