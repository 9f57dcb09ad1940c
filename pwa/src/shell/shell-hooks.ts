import type { UnknownAction } from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useMedia } from '../ui/hooks/use-media.ts';
import { railAsked, selectPreferences, topbarHidden } from './preferences.slice.ts';

/** Below this width the drawer is folded: list and conversation need the room. */
const NARROW = '(max-width: 1099.98px)';

/** Requests something from the shell while `when`; several components may request it at once. */
const useAsking = (ask: (by: 1 | -1) => UnknownAction, when: boolean): void => {
  const dispatch = useDispatch();
  useEffect(() => {
    if (!when) return;
    dispatch(ask(1));
    return () => void dispatch(ask(-1));
  }, [when, ask, dispatch]);
};

/** Requests the folded drawer while `when`: a conversation would be narrower than 560 px. */
export const useRail = (when: boolean): void => useAsking(railAsked, when);

/** Hides the top bar on phones while `when`: a conversation has its own header. */
export const useWithoutTopBar = (when: boolean): void => useAsking(topbarHidden, when);

/** Whether the drawer is folded now, by choice or for lack of room. */
export const useIsRail = (): { isRail: boolean; isForced: boolean } => {
  const narrow = useMedia(NARROW);
  const { rail, railAsked: asked } = useSelector(selectPreferences);
  return { isRail: rail || asked > 0 || narrow, isForced: asked > 0 || narrow };
};
