import { useSyncExternalStore } from 'react';
import { remember, remembered } from '../../kernel/device/storage.ts';

/** Two short notes, in hertz, and when each begins, in seconds. */
const NOTES = [
  [660, 0],
  [880, 0.12],
] as const;
const NOTE_SECONDS = 0.18;
const VOLUME = 0.12;
/** The shortest time between two sounds, over all tabs: a burst of messages is one sound. */
const QUIET_MS = 1_500;

const listeners = new Set<() => void>();
let player: AudioContext | null = null;

/** Whether this device sounds when a customer writes; it does unless that was switched off. */
export const soundsOn = (): boolean => remembered('sounds') !== '0';

export const useSounds = (): boolean =>
  useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, soundsOn);

/** Switched on, it is heard once: call it from a click. */
export const switchSounds = (on: boolean): void => {
  remember('sounds', on ? null : '0');
  for (const changed of listeners) changed();
  if (on) void chime();
};

/**
 * The device's player, once the person has used the page: before that browsers play nothing. It is Web Audio, and `ambient` where that can be
 * said, because a telephone that was silenced plays audio elements all the same, but not this.
 */
const playerOf = (): AudioContext | null => {
  if (typeof AudioContext === 'undefined' || navigator.userActivation?.hasBeenActive === false) return null;
  const { audioSession } = navigator as { audioSession?: { type: string } };
  if (audioSession) audioSession.type = 'ambient';
  player ??= new AudioContext();
  return player;
};

const play = async (context: AudioContext): Promise<void> => {
  await context.resume();
  for (const [frequency, after] of NOTES) {
    const from = context.currentTime + after;
    const note = new OscillatorNode(context, { frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.linearRampToValueAtTime(VOLUME, from + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, from + NOTE_SECONDS);
    note.connect(volume).connect(context.destination);
    note.start(from);
    note.stop(from + NOTE_SECONDS);
  }
};

/** Sounds, unless that is switched off, or another tab has just done so. */
export const chime = async (): Promise<void> => {
  const context = soundsOn() ? playerOf() : null;
  if (!context) return;
  const hold = async (lock: Lock | null) => {
    if (!lock) return;
    void play(context).catch(() => undefined); // the browser does not allow it yet
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  };
  await (navigator.locks ? navigator.locks.request('prosa-sound', { ifAvailable: true }, hold) : play(context));
};
