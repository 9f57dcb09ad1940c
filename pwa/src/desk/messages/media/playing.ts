import { useSyncExternalStore } from 'react';
import { remember, remembered } from '../../../kernel/device/storage.ts';

/** Only one sound or video is heard at a time. */
let heard: HTMLMediaElement | null = null;

/** Call it when a player starts: pauses the player that was playing. */
export const hear = (media: HTMLMediaElement): void => {
  if (heard !== media) heard?.pause();
  heard = media;
};
/** Call it when a player is removed. */
export const unhear = (media: HTMLMediaElement): void => {
  if (heard === media) heard = null;
};

const SPEEDS = [1, 1.5, 2] as const;
const listeners = new Set<() => void>();
const speed = (): (typeof SPEEDS)[number] => SPEEDS.find((one) => String(one) === remembered('audioSpeed')) ?? 1;

/** This person's playback speed, stored on this device and shared by all players, and a function that switches to the next one. */
export const useSpeed = (): [speed: number, next: () => void] => {
  const now = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, speed);
  const next = () => {
    remember('audioSpeed', String(SPEEDS[(SPEEDS.indexOf(now) + 1) % SPEEDS.length]));
    for (const listener of listeners) listener();
  };
  return [now, next];
};
