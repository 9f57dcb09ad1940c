import type { Logger } from '../kernel/log.ts';

/** The work that is done under a lease. */
export type LeaseWork = {
  /** `lost` is aborted when the lease ends. The lease is not taken again before the returned promise has settled. */
  onGained?: (epoch: number, lost: AbortSignal) => void | Promise<void>;
  onLost?: () => void;
};

/** A moment by both clocks: the steady one stands still while a machine sleeps. */
export type Moment = { steady: number; wall: number };
export const now = (): Moment => ({ steady: performance.now(), wall: Date.now() });

/** `asked` is the epoch that was requested last: until the answer arrives, either epoch may be the valid one. */
export type Holding = { epoch: number; asked: number; sure: () => boolean; work: Promise<void>; lost: AbortController };

/** One lease as this process knows it. The database's clock is authoritative; ours starts before the query and can only end it earlier. */
export const leaseMember = ({
  name,
  sureMs,
  work: { onGained, onLost },
  log,
}: {
  name: string;
  sureMs: number;
  work: LeaseWork;
  log: Logger | undefined;
}) => {
  let holding: Holding | null = null;
  let isStopped = false;
  let restsUntil = 0;
  let end: NodeJS.Timeout | undefined;
  /** The work of a lost epoch that may still be ending. */
  let ending: Promise<void> | null = null;

  const stepDown = (): void => {
    if (!holding) return;
    const { lost, work } = holding;
    holding = null;
    clearTimeout(end);
    const ended: Promise<void> = work.then(() => {
      if (ending === ended) ending = null;
    });
    ending = ended;
    lost.abort();
    onLost?.();
  };
  const keep = (asked: Moment): (() => boolean) => {
    clearTimeout(end);
    const passed = () => Math.max(performance.now() - asked.steady, Date.now() - asked.wall);
    end = setTimeout(stepDown, Math.max(0, sureMs - passed()));
    return () => passed() < sureMs;
  };

  return {
    name,
    holding: (): Holding | null => holding,
    /** Whether it is neither held nor still ending, nor left to others. */
    wants: (): boolean => !isStopped && holding === null && ending === null && performance.now() >= restsUntil,
    /** Leaves the lease to others for a while. */
    rest: (ms: number): void => {
      restsUntil = performance.now() + ms;
    },
    isStopped: (): boolean => isStopped,
    /** It is still held here, and is not any more in the table. */
    isOver: (): boolean => holding !== null && !holding.sure(),
    stepDown,
    stop: (): void => {
      isStopped = true;
    },
    ending: (): Promise<void> | null => ending,
    renewed: (asked: Moment): void => {
      if (holding) holding.sure = keep(asked);
    },
    gain: (epoch: number, asked: Moment): void => {
      const lost = new AbortController();
      const work = Promise.resolve()
        .then(() => onGained?.(epoch, lost.signal))
        .catch((err: unknown) => {
          log?.error({ err, lease: name, epoch }, 'the work under a lease failed');
          if (holding?.lost === lost) stepDown();
        });
      holding = { epoch, asked: epoch, sure: keep(asked), work, lost };
    },
  };
};
export type Member = ReturnType<typeof leaseMember>;
