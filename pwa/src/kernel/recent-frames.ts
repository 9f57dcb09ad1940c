import type { PushFrame } from '@prosa/contracts';
import { isNewer, newest } from './positions.ts';

const KEPT_MS = 5 * 60_000;
const KEPT_FRAMES = 5_000;

/**
 * The pushes of the last five minutes, for answers that are older than what is shown already (ADR 23). `since` answers
 * the frames after a position, or null where they are not all held any more: fetch again.
 */
export const recentFrames = (now: () => number = Date.now) => {
  let frames: { at: number; frame: PushFrame }[] = [];
  /** From here on every frame is held; null while no socket was ever welcomed. */
  let floor: string | null = null;
  let position: string | null = null;
  let welcome: string | null = null;

  const forget = (count: number) => {
    for (const { frame } of frames.splice(0, count)) floor = newest(floor, frame.position);
  };

  return {
    /** Last position heard of. */
    position: () => position,
    add: (frame: PushFrame) => {
      position = newest(position, frame.position);
      frames.push({ at: now(), frame });
      const old = frames.findIndex(({ at }) => at > now() - KEPT_MS);
      forget(Math.max(old === -1 ? frames.length : old, frames.length - KEPT_FRAMES));
    },
    /**
     * A connection begins at `at`, having asked for all since `asked`. What was asked for may still be on its way, so that the
     * position moves with the frames; what came before the first connection is not known.
     */
    welcomed: (at: string, asked: string | null) => {
      floor ??= asked ?? at;
      welcome = newest(welcome, at);
      position ??= asked ?? at;
    },
    /** Very much changed up to `at`, untold: no older answer can be judged. */
    reloaded: (at: string) => {
      position = newest(position, at);
      floor = newest(floor, at);
    },
    /** Something was missed: no older answer can be judged. */
    missed: () => {
      frames = [];
      position = newest(position, welcome);
      floor = newest(floor, position);
    },
    since: (answer: string | null): PushFrame[] | null => {
      if (answer === null || floor === null) return [];
      if (isNewer(floor, answer)) return null;
      return frames.filter(({ frame }) => isNewer(frame.position, answer)).map(({ frame }) => frame);
    },
    clear: () => {
      frames = [];
      floor = null;
      position = null;
      welcome = null;
    },
  };
};
