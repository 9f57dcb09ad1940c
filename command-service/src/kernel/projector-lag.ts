/** How long the events written by this process have been waiting for the projector. */
export type ProjectorLag = {
  /** Call it after an append at this position. */
  appended: (position: bigint) => void;
  /** Call it when the projector has committed up to this position. */
  committed: (position: bigint) => void;
  /** Call it when its commits may pass unnoticed: nothing is known until the next one. */
  deaf: () => void;
  /** Milliseconds; 0 if nothing waits, or if no commit was ever received. */
  ms: () => number;
};

type Waiting = { since: number; upTo: bigint };

/** Appends within this many milliseconds share one entry. */
const STEP_MS = 100;
/** Beyond this the exact lag no longer matters. */
const MAX_STEPS = 600;

/**
 * Knows only this process's own appends, and that is enough: all events have one order, so the oldest of its appends that still waits shows
 * how far the projector is behind for everybody.
 */
export const projectorLag = (now: () => number = () => performance.now()): ProjectorLag => {
  let waiting: Waiting[] = [];
  let heard: bigint | null = null;

  return {
    appended: (position) => {
      if (heard === null || position <= heard) return;
      const last = waiting.at(-1);
      const at = now();
      if (last && (at - last.since < STEP_MS || waiting.length >= MAX_STEPS)) {
        if (position > last.upTo) last.upTo = position;
      } else waiting.push({ since: at, upTo: position });
    },
    committed: (position) => {
      if (heard === null || position > heard) heard = position;
      const reached = heard;
      const left = waiting.findIndex(({ upTo }) => upTo > reached);
      waiting = left === -1 ? [] : waiting.slice(left);
    },
    deaf: () => {
      waiting = [];
      heard = null;
    },
    ms: () => (waiting[0] ? now() - waiting[0].since : 0),
  };
};
