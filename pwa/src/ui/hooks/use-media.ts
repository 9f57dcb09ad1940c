import { useSyncExternalStore } from 'react';

type Media = { matches: () => boolean; subscribe: (changed: () => void) => () => void };

/** Asking the browser anew for each element of a list costs more than drawing it: all that ask the same share one answer. */
const asked = new Map<string, { by: typeof window.matchMedia | undefined; media: Media }>();
const mediaOf = (query: string): Media => {
  const by = window.matchMedia;
  const known = asked.get(query);
  if (known && known.by === by) return known.media;
  const list = by?.call(window, query);
  const media: Media = {
    matches: () => list?.matches ?? false,
    subscribe: (changed) => {
      list?.addEventListener('change', changed);
      return () => list?.removeEventListener('change', changed);
    },
  };
  asked.set(query, { by, media });
  return media;
};

/** Whether a media query currently matches. */
export const useMedia = (query: string): boolean => {
  const { subscribe, matches } = mediaOf(query);
  return useSyncExternalStore(subscribe, matches);
};

/** Narrower than 600 px: list or conversation fills the whole screen. */
export const useIsPhone = (): boolean => useMedia('(max-width: 599.98px)');

/**
 * Narrower than 870 px: what is a table elsewhere is a list, whose rows keep all they show and can do within the screen. Beside the drawer,
 * or its icons, a table has at least 750 px.
 */
export const useIsListed = (): boolean => useMedia('(max-width: 869.98px)');

/** Narrower than 804 px: beside the rail and the list, or the contact, a conversation has less than 420 px. */
export const useIsNarrowPane = (): boolean => useMedia('(max-width: 803.98px)');
