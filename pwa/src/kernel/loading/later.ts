import { useEffect, useState, useSyncExternalStore } from 'react';
import { loadLaterTexts } from '../i18n/i18n.ts';
import { idle } from './painted.ts';

/** How long after a failure a part that is still wanted is asked for again, in milliseconds. */
const AGAIN_MS = 2_000;
/** So many failures with a network mean that it is not there any more: a new version has replaced it. */
const FAILURES = 3;

/** A part of the app that the first screen can do without: loaded when it is wanted, or ahead of that once the first screen is shown. */
export type Later<Module> = {
  load: () => Promise<Module>;
  /** Null until it is loaded. */
  now: () => Module | null;
  subscribe: (listener: () => void) => () => void;
};

/** How long a user does nothing before the others are loaded, in milliseconds: from the first screen on, and from a press on. */
const REST_MS = { first: 5_000, between: 2_000 };

const PRESSES = ['pointerdown', 'keydown', 'wheel'];

const parts = { atOnce: [] as Later<unknown>[], atRest: [] as Later<unknown>[] };

/**
 * Defines a part by its `import()`, with the texts that come later; parts are loaded ahead in the order in which they are defined, those that few need at once or that take
 * long to run (`atRest`) after the others.
 */
export const later = <Module>(ask: () => Promise<Module>, { atRest = false } = {}): Later<Module> => {
  let loaded: Module | null = null;
  let asked: Promise<Module> | null = null;
  const listeners = new Set<() => void>();
  const begin = async (): Promise<Module> => {
    const [module] = await Promise.all([ask(), loadLaterTexts()]);
    loaded = module;
    for (const listener of listeners) listener();
    return module;
  };
  const part: Later<Module> = {
    load: () => {
      asked ??= begin().catch((error: unknown) => {
        asked = null;
        throw error;
      });
      return asked;
    },
    now: () => loaded,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  parts[atRest ? 'atRest' : 'atOnce'].push(part);
  return part;
};

/**
 * A part while it is wanted: at once if it is loaded already, else null until it is. One that cannot be loaded is asked for again; if that
 * does not help, the screen fails as one whose own file is missing does.
 */
export const useLater = <Module>(part: Later<Module>, isWanted = true): Module | null => {
  const module = useSyncExternalStore(part.subscribe, part.now);
  const [lost, setLost] = useState<unknown>(null);
  const isMissing = isWanted && module === null;
  useEffect(() => {
    if (!isMissing) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const load = (failures: number): void => {
      part.load().catch((error: unknown) => {
        if (isOver) return;
        const count = navigator.onLine === false ? failures : failures + 1;
        if (count >= FAILURES) setLost(error);
        else timer = setTimeout(load, AGAIN_MS, count);
      });
    };
    load(0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [part, isMissing]);
  if (isMissing && lost !== null) throw lost;
  return isWanted ? module : null;
};

const quiet = () => () => undefined;

/** A part once it is loaded, however that came about; null before, and where there is none. */
export const useIfLoaded = <Module>(part: Later<Module> | undefined): Module | null =>
  useSyncExternalStore(part?.subscribe ?? quiet, () => part?.now() ?? null);

/**
 * Loads all parts, one after the other, whenever there is nothing else to do: as soon as the first screen is shown, those `atRest` once the
 * user rests, because a press, or what it opens, would wait while they run. Loaded at once, they cost 7 points of Lighthouse (decision 36).
 */
export const loadAhead = async (): Promise<void> => {
  await loadEach(parts.atOnce);
  await rested();
  await loadEach(parts.atRest);
};

const loadEach = async (some: Later<unknown>[]): Promise<void> => {
  for (const part of some) {
    await idle();
    await part.load().catch(() => undefined); // asked for again when it is wanted
  }
};

const rested = (): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      for (const type of PRESSES) removeEventListener(type, wait, true);
      resolve();
    };
    let timer = setTimeout(end, REST_MS.first);
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(end, REST_MS.between);
    };
    for (const type of PRESSES) addEventListener(type, wait, true);
  });

/** Loads every part that is defined so far: for tests, which do not wait for what is quick to come. */
export const loadParts = async (): Promise<void> =>
  void (await Promise.all([...parts.atOnce, ...parts.atRest].map((part) => part.load())));
