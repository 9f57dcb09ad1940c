import { boundedCache, pause } from '@prosa/infra/runtime';

const FIRST_MS = 6_000;
const MOST_MS = 15 * 60_000;
const CHATS = 1_000;

/** Pauses that a channel asks for, each twice as long as the one before, until something was sent again. */
const doubling = (firstMs: number) => {
  let length = firstMs;
  let until = 0;
  return {
    until: (): number => until,
    /** Begins a pause unless one has begun already: of many sends at once only one doubles it. Returns how long it lasts still. */
    begin: (now: number): number => {
      if (until <= now) {
        until = now + length;
        length = Math.min(MOST_MS, length * 2);
      }
      return until - now;
    },
    reset: (): void => {
      length = firstMs;
    },
  };
};

/** The pauses of one connection: its own, and those of single chats. */
export const pauses = (firstMs = FIRST_MS) => {
  const own = doubling(firstMs);
  const chats = boundedCache<string, ReturnType<typeof doubling>>({ max: CHATS });
  return {
    isPaused: (now: number): boolean => own.until() > now,
    begin: own.begin,
    beginChat: (chat: string, now: number): number => {
      const of = chats.get(chat) ?? doubling(firstMs);
      chats.set(chat, of);
      return of.begin(now);
    },
    /** Something was sent. */
    sent: (chat: string): void => {
      own.reset();
      chats.delete(chat);
    },
  };
};

/** Pauses of a session. */
export type SlowDownOptions = {
  /** The first pause, and how long one lasts that is not shown, in milliseconds. */
  firstMs: number;
  unshownMs: number;
  /** The end of the session. */
  over: AbortSignal;
  becameReady: () => void;
  /** Shows until when a long pause lasts, for which campaigns pause; null: it is over. */
  show: (until: Date | null) => void;
};

/** The pauses that a channel asks a session for: nothing leaves meanwhile, then the session is ready again, and a long one is shown. */
export const slowDowns = ({ firstMs, unshownMs, over, becameReady, show }: SlowDownOptions) => {
  const { begin, ...of } = pauses(firstMs);
  let shownUntil = 0;
  return {
    ...of,
    /** Begins a pause. Returns how long it lasts still. */
    begin: (): number => {
      const now = Date.now();
      const afterMs = begin(now);
      const until = now + afterMs;
      // Of many sends at once one tells.
      const isShown = afterMs > unshownMs && until !== shownUntil;
      if (isShown) {
        shownUntil = until;
        show(new Date(until));
      }
      void pause(afterMs + 1, over).then(() => {
        becameReady();
        if (isShown && !of.isPaused(Date.now())) show(null);
      });
      return afterMs;
    },
  };
};
