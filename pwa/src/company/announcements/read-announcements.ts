import { useSyncExternalStore } from 'react';
import { remember, remembered } from '../../kernel/device/storage.ts';

/** So many are kept. */
const MOST = 200;
const listeners = new Set<() => void>();

/** An announcement that was changed is new. */
const markOf = ({ id, updatedAt }: { id: string; updatedAt: string }): string => `${id} ${updatedAt}`;

/** Keeps that these were read. */
export const keepRead = (read: readonly { id: string; updatedAt: string }[]): void => {
  remember('announcementsRead', read.slice(0, MOST).map(markOf).join('\n'));
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns whether an announcement was read on this device. */
export const useIsRead = (): ((one: { id: string; updatedAt: string }) => boolean) => {
  const kept = useSyncExternalStore(subscribe, () => remembered('announcementsRead') ?? '');
  const read = new Set(kept.split('\n'));
  return (one) => read.has(markOf(one));
};
