import { type Budget, type Purse, purse } from './budget.ts';

export type GuestLimits = {
  /** Sockets of one user. */
  sockets?: number;
  /** How often one user may say hello on a new one: each is a question to the projection side. */
  hellos?: Budget;
};

/** How many sockets each user has, and opens. Many tabs that all come back at once are one user's, too. */
export const guestBook = ({ sockets = 100, hellos = { burst: 200, perSecond: 2 } }: GuestLimits = {}) => {
  const guests = new Map<string, { here: number; purse: Purse }>();
  return {
    /** Whether another socket of the user may come in; if so, `leave` must follow. */
    enter: (userId: string): boolean => {
      const guest = guests.get(userId) ?? { here: 0, purse: purse(hellos) };
      guests.set(userId, guest);
      if (guest.here >= sockets || !guest.purse.spend(1)) return false;
      guest.here += 1;
      return true;
    },
    leave: (userId: string): void => {
      const guest = guests.get(userId);
      if (guest) guest.here -= 1;
    },
    /** Forgets those who are gone and owe nothing. */
    sweep: (): void => {
      for (const [userId, { here, purse: left }] of guests) if (here === 0 && left.isFull()) guests.delete(userId);
    },
  };
};
export type GuestBook = ReturnType<typeof guestBook>;
