import { useSyncExternalStore } from 'react';

/** Whether a media query holds now. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia?.(query);
      media?.addEventListener('change', changed);
      return () => media?.removeEventListener('change', changed);
    },
    () => window.matchMedia?.(query).matches ?? false,
  );

/** Narrower than 600 px: list or conversation, whole screen. */
export const useIsPhone = (): boolean => useMedia('(max-width: 599.98px)');
