import { useStore } from 'react-redux';
import { leave } from '../../people/sessions/sessions.saga.ts';
import type { Feature } from '../../shell/feature.ts';
import { useFeatures } from '../../shell/features-context.ts';

/** Number of unsent things that a sign-out would lose, over all features. */
export const countUnsent = (features: Feature[], state: unknown): number =>
  features.reduce((sum, { unsent }) => sum + (unsent?.(state as never) ?? 0), 0);

/** Returns a function that signs out; if something would be lost, it calls `ask` first. */
export const useLeave = (ask: () => void): (() => void) => {
  const store = useStore();
  const features = useFeatures();
  return () => {
    if (countUnsent(features, store.getState()) > 0) ask();
    else store.dispatch(leave());
  };
};
