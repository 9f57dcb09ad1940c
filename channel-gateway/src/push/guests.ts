import { type Budget, type TokenBucket, tokenBucket } from './budget.ts';

export type GuestLimits = {
  /** Maximum number of sockets of one user. */
  sockets?: number;
  /** How often one user may send a hello on a new socket: each one is a request to the projection side. */
  hellos?: Budget;
  /** Frame budget of all sockets of one user together, also over time: a user who reconnects starts with what is left. */
  said?: Budget;
};

/** The cost of a hello in that budget, in frames. */
const HELLO = 10;

/**
 * Limits how many sockets each user has and opens, and how many frames they send. Many tabs that reconnect at once also count as one user.
 */
export const guestBook = ({
  sockets = 100,
  hellos = { burst: 200, perSecond: 2 },
  said = { burst: 2_400, perSecond: 60 },
}: GuestLimits = {}) => {
  const guests = new Map<string, { here: number; hellos: TokenBucket; said: TokenBucket }>();
  return {
    /**
     * Registers another socket of the user and returns the budget shared by all of them; null if it is refused. If it is accepted, `leave`
     * must follow.
     */
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
    /** Removes users without sockets whose budgets are full. */
    sweep: (): void => {
      for (const [userId, one] of guests) if (one.here === 0 && one.hellos.isFull() && one.said.isFull()) guests.delete(userId);
    },
  };
};
export type GuestBook = ReturnType<typeof guestBook>;
