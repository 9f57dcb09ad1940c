import { AccessClaims, limits, Refused } from '@prosa/contracts';
import { errors, jwtVerify, SignJWT } from 'jose';
import { boundedCache } from '../kernel/bounded-cache.ts';

export type AccessTokens = {
  /** Returns a token that is valid for 15 minutes. */
  signAccess: (claims: AccessClaims) => Promise<string>;
  /** Throws Refused: ERR_SESSION_EXPIRED (403) for a token of ours that has expired, ERR_UNAUTHENTICATED (401) for anything else. */
  verifyAccess: (token: string) => Promise<AccessClaims>;
  /** Returns a token for the checkout alone, valid for an hour. No other call takes it for an access token, as it has no version. */
  signCheckout: (holder: CheckoutHolder) => Promise<string>;
  /** The holder of a token for the checkout; null if it is none. Throws Refused ERR_SESSION_EXPIRED for one that has expired. */
  verifyCheckout: (token: string) => Promise<CheckoutHolder | null>;
};

/** The administrator whom a token for the checkout was given to. */
export type CheckoutHolder = Pick<AccessClaims, 'userId' | 'companyId'>;
const CHECKOUT = 'checkout';

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

  const sign = (jwt: SignJWT, userId: string, seconds: number): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    return jwt
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(userId)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(secret);
  };

  return {
    signAccess: ({ userId, companyId, version }) => sign(new SignJWT({ company: companyId, version }), userId, seconds),
    signCheckout: ({ userId, companyId }) =>
      sign(new SignJWT({ company: companyId }).setAudience(CHECKOUT), userId, limits.checkoutTokenSeconds),
    verifyCheckout: async (token) => {
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: ['HS256'],
          requiredClaims: ['exp'],
          audience: CHECKOUT,
        });
        return AccessClaims.omit({ version: true }).parse({ userId: payload.sub, companyId: payload.company });
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new Refused('ERR_SESSION_EXPIRED');
        return null;
      }
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
