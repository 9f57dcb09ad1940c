import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '@prosa/infra/runtime';

/** The user who signs in with Meta, and for which kind of connection. */
type SignIn = { companyId: string; userId: string; kind: 'facebook' | 'instagram' };

const LIFE_MS = 3_600_000;
const NONCE = 16;
const TIME = 8;
const MAC = 16;

/**
 * The `state` that goes through Meta's dialog and comes back with its code. It holds a random number and its end, and a MAC by a key of the
 * installation over those, the user and what is connected: a code that somebody else was given connects nothing. Nothing is stored; Meta
 * takes each code once.
 */
export const signInStates = (secret: Buffer, now: () => number) => {
  const key = derivedKey(secret, 'meta sign-in');
  const macOf = (random: Buffer, { companyId, userId, kind }: SignIn): Buffer =>
    createHmac('sha256', key).update(random).update(`${companyId}\n${userId}\n${kind}`).digest().subarray(0, MAC);
  return {
    make: (signIn: SignIn): string => {
      const random = Buffer.alloc(NONCE + TIME);
      randomBytes(NONCE).copy(random);
      random.writeBigUInt64BE(BigInt(now() + LIFE_MS), NONCE);
      return Buffer.concat([random, macOf(random, signIn)]).toString('base64url');
    },
    /** Whether it was made for that within the last hour. */
    isFor: (state: string, signIn: SignIn): boolean => {
      const bytes = Buffer.from(state, 'base64url');
      if (bytes.length !== NONCE + TIME + MAC) return false;
      const random = bytes.subarray(0, NONCE + TIME);
      return (
        timingSafeEqual(macOf(random, signIn), bytes.subarray(NONCE + TIME)) && Number(random.readBigUInt64BE(NONCE)) > now()
      );
    },
  };
};
