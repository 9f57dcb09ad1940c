import { type Budget, type TokenBucket, tokenBucket } from './budget.ts';

export type GuestLimits = {
  /** Sockets of one user. */
  sockets?: number;
  /** How often one user may say hello on a new one: each is a question to the projection side. */
  hellos?: Budget;
  /** What all sockets of one user may say, one after another too: who comes again begins with what is left. */
  said?: Budget;
};

/** What a hello costs of it, in frames. */
const HELLO = 10;

/** How many sockets each user has, and opens, and what they say. Many tabs that all come back at once are one user's, too. */
export const guestBook = ({
  sockets = 100,
  hellos = { burst: 200, perSecond: 2 },
  said = { burst: 2_400, perSecond: 60 },
}: GuestLimits = {}) => {
  const guests = new Map<string, { here: number; hellos: TokenBucket; said: TokenBucket }>();
  return {
    /** Another socket of the user comes in, and gets what all of them may say; null where it may not. If it may, `leave` must follow. */
    enter: (userId: string): TokenBucket | null => {
      const guest = guests.get(userId) ?? { here: 0, hellos: tokenBucket(hellos), said: tokenBucket(said) };
      guests.set(userId, guest);
      if (guest.here >= sockets || !guest.hellos.spend(1) || !guest.said.spend(HELLO)) return null;
      guest.here += 1;
      return guest.said;
    },
    leave: (userId: string): void => {
      const guest = guests.get(userId);
      if (guest) guest.here -= 1;
    },
    /** Forgets those who are gone and owe nothing. */
    sweep: (): void => {
      for (const [userId, one] of guests) if (one.here === 0 && one.hellos.isFull() && one.said.isFull()) guests.delete(userId);
    },
  };
};
export type GuestBook = ReturnType<typeof guestBook>;
