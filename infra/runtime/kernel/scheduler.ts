import { Refused } from '@prosa/contracts';

/**
 * The classes of work by who waits for it: a person at a screen, a customer (a message of theirs, or one promised to them), or
 * nobody at this moment (imports, mass changes, what is overdue). The command or topic that brings the work declares it.
 */
export const workClasses = ['person', 'customer', 'bulk'] as const;
export type WorkClass = (typeof workClasses)[number];

/**
 * How much work of a class runs at a time: `atOnce` of it, `each` of one owner (default: as much). `least` of it runs even while work of
 * other classes takes all places. `waiting`: at most so much waits, of one owner and in all; more is refused.
 */
export type Bounds = { atOnce: number; each?: number; least?: number; waiting?: { each: number; all: number } };

export type Scheduler = {
  /**
   * Runs `work` when it is its turn; rejects as `work` does. Throws ERR_BUSY if too much waits, if it has not begun after `waitMs`
   * (default: it waits as long as it takes), and if the scheduler is closed before.
   */
  run: <Result>(
    of: WorkClass,
    owner: string,
    work: () => Promise<Result> | Result,
    options?: { waitMs?: number },
  ) => Promise<Result>;
  /** Call it when the answer of `mayBegin` may have changed. */
  look: () => void;
  /** How many pieces of a class wait. */
  waiting: (of: WorkClass) => number;
  /** Refuses what has not begun and waits for what has. */
  close: () => Promise<void>;
};

type Piece = { begin: () => void; refuse: () => void };
/** The work of a class: what waits, by owner, the one whose turn it is first; and how much runs. */
type Line = { waiting: Map<string, Set<Piece>>; count: number; running: number; runningOf: Map<string, number> };

/**
 * Decides what runs next in this process. Work of a person goes first, then a customer's, then bulk. Within a class the owners (companies)
 * take turns: one with a thousand pieces delays another one's single piece by no more than what is running. `atOnce`: how much runs at a
 * time in all classes together; default: as much as their bounds allow. A class without bounds takes no work.
 */
export const scheduler = ({
  atOnce = Number.POSITIVE_INFINITY,
  bounds,
  mayBegin = () => true,
}: {
  atOnce?: number;
  bounds: Partial<Record<WorkClass, Bounds>>;
  /** Whether work of a class may begin now, for reasons outside of the process. */
  mayBegin?: (of: WorkClass) => boolean;
}): Scheduler => {
  const lines: Record<WorkClass, Line> = { person: emptyLine(), customer: emptyLine(), bulk: emptyLine() };
  let closed = false;
  let running = 0;
  let over = () => {};

  const hasPlace = (of: WorkClass): boolean => {
    const { atOnce: most = 0, least = 0 } = bounds[of] ?? {};
    const { running: own } = lines[of];
    return own < most && (running < atOnce || own < least) && mayBegin(of);
  };
  const remove = (of: WorkClass, owner: string, piece: Piece): void => {
    const line = lines[of];
    const own = line.waiting.get(owner);
    if (!own?.delete(piece)) return;
    line.count -= 1;
    line.waiting.delete(owner);
    // Its turn comes again after the others'.
    if (own.size > 0) line.waiting.set(owner, own);
  };
  /** Begins the next piece of a class. Returns whether there was one, and a place for it. */
  const beginNext = (of: WorkClass): boolean => {
    const { waiting, runningOf } = lines[of];
    const each = bounds[of]?.each ?? Number.POSITIVE_INFINITY;
    const [owner, own] = (hasPlace(of) && waiting.entries().find(([one]) => (runningOf.get(one) ?? 0) < each)) || [];
    const [piece] = own ?? [];
    if (owner === undefined || !piece) return false;
    remove(of, owner, piece);
    runningOf.set(owner, (runningOf.get(owner) ?? 0) + 1);
    lines[of].running += 1;
    running += 1;
    piece.begin();
    return true;
  };
  const look = (): void => {
    for (const of of closed ? [] : workClasses) while (beginNext(of));
  };
  const leave = (of: WorkClass, owner: string): void => {
    const { runningOf } = lines[of];
    const left = runningOf.get(owner)! - 1;
    if (left > 0) runningOf.set(owner, left);
    else runningOf.delete(owner);
    lines[of].running -= 1;
    running -= 1;
    if (running === 0) over();
    look();
  };

  return {
    run: (of, owner, work, { waitMs } = {}) =>
      new Promise((resolve, reject) => {
        if (closed) throw new Refused('ERR_BUSY');
        let timer: NodeJS.Timeout | undefined;
        const piece: Piece = {
          begin: () => {
            clearTimeout(timer);
            const done = (async () => work())();
            done.then(resolve, reject);
            done.catch(() => undefined).then(() => leave(of, owner));
          },
          refuse: () => {
            clearTimeout(timer);
            remove(of, owner, piece);
            reject(new Refused('ERR_BUSY'));
          },
        };
        const line = lines[of];
        const own = line.waiting.get(owner) ?? new Set();
        line.waiting.set(owner, own.add(piece));
        line.count += 1;
        look();
        if (!own.has(piece)) return;
        const { waiting: most } = bounds[of] ?? {};
        if (most && (own.size > most.each || line.count > most.all)) piece.refuse();
        else if (waitMs !== undefined) timer = setTimeout(piece.refuse, waitMs);
      }),
    look,
    waiting: (of) => lines[of].count,
    close: async () => {
      closed = true;
      for (const { waiting } of Object.values(lines)) for (const own of waiting.values()) for (const piece of own) piece.refuse();
      if (running > 0)
        await new Promise<void>((resolve) => {
          over = resolve;
        });
    },
  };
};

const emptyLine = (): Line => ({ waiting: new Map(), count: 0, running: 0, runningOf: new Map() });
