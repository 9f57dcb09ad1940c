/** How long what was written here has waited for the projector. */
export type ProjectorLag = {
  /** Something was appended at this position. */
  appended: (position: bigint) => void;
  /** The projector has come so far. */
  committed: (position: bigint) => void;
  /** Its commits may pass unheard: nothing is known until the next one. */
  deaf: () => void;
  /** Milliseconds; 0 where nothing waits, or none of its commits was ever heard. */
  ms: () => number;
};

type Waiting = { since: number; upTo: bigint };

/** What is appended within so many milliseconds is remembered as one. */
const STEP_MS = 100;
/** Nobody needs to know more exactly how far behind one is that is so far behind. */
const MAX_STEPS = 600;

/**
 * Knows of this process's own appends alone, and needs no more: there is one order of all events, so the oldest of them that waits tells how
 * far behind the projector is for everybody.
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
