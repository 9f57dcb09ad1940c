import { AccessClaims, limits, Refused } from '@prosa/contracts';
import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';

export type AccessTokens = {
  /** A token of 15 minutes. */
  signAccess: (claims: AccessClaims) => Promise<string>;
  /** Throws Refused: ERR_SESSION_EXPIRED (403) for one that was ours and is over, ERR_UNAUTHENTICATED (401) for all else. */
  verifyAccess: (token: string) => Promise<AccessClaims>;
};

/** Tokens whose signature was checked and that are not over yet: a screen shows the same one with each call. */
const MAX_ENTRIES = 10_000;

/** Access tokens signed with HS256; `secret` is of at least 32 bytes. */
export const accessTokens = (
  secret: Buffer,
  { seconds = limits.accessTokenSeconds }: { seconds?: number } = {},
): AccessTokens => {
  const known = new LRUCache<string, { claims: AccessClaims; until: number }>({ max: MAX_ENTRIES });

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
