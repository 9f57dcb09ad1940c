import type { PushFrame } from '@prosa/contracts';
import { isNewer, newest } from '../calls/positions.ts';

const KEPT_MS = 5 * 60_000;
const KEPT_FRAMES = 5_000;

/**
 * The pushes of the last five minutes, for answers older than what the screen shows (decision 34). `since` returns the frames
 * after a position, or null if not all of them are kept any more: fetch again.
 */
export const recentFrames = (now: () => number = Date.now) => {
  let frames: { at: number; frame: PushFrame }[] = [];
  /** All frames after this position are kept; null until a socket was welcomed. */
  let floor: string | null = null;
  let position: string | null = null;
  let welcome: string | null = null;

  const forget = (count: number) => {
    for (const { frame } of frames.splice(0, count)) floor = newest(floor, frame.position);
  };

  return {
    /** Last position received. */
    position: () => position,
    add: (frame: PushFrame) => {
      position = newest(position, frame.position);
      frames.push({ at: now(), frame });
      const old = frames.findIndex(({ at }) => at > now() - KEPT_MS);
      forget(Math.max(old === -1 ? frames.length : old, frames.length - KEPT_FRAMES));
    },
    /**
     * A connection begins at `at`; it requested everything since `asked`. The requested frames may still be in flight, so `position`
     * advances with the frames; what came before the first connection is unknown.
     */
    welcomed: (at: string, asked: string | null) => {
      floor ??= asked ?? at;
      welcome = newest(welcome, at);
      position ??= asked ?? at;
    },
    /** Too many changes up to `at` were not pushed: older answers cannot be brought up to date. */
    reloaded: (at: string) => {
      position = newest(position, at);
      floor = newest(floor, at);
    },
    /** Frames were missed, those up to `at` at least: older answers cannot be brought up to date, whether they were shown yet or not. */
    missed: (at: string | null) => {
      frames = [];
      position = newest(newest(position, welcome), at);
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
