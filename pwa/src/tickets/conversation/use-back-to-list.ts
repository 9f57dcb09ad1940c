import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { tab } from '../../kernel/storage.ts';
import { useIsPhone } from '../../ui/use-media.ts';

const LIST = '/tickets';
const isList = (pathname: string): boolean => pathname.replace(/\/$/, '') === LIST;

/** Entries of the browser's history, by their keys, below which is the list; a reload knows them too. */
const overList = (key: string): string => `over-list:${key}`;

/** The place of this entry among those of the app, as the router counts them; 0 is the first. */
const placeInHistory = (): unknown => (globalThis.history.state as { idx?: unknown } | null)?.idx;

/**
 * Notes which conversations are opened from the list, and puts the list below one that was entered at once: on a phone it has the
 * whole screen, and back would leave the app. For the screen that holds both.
 */
export const useTrail = (): void => {
  const { key, pathname, search, hash, state } = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const before = useRef(pathname);
  useEffect(() => {
    if (type === 'PUSH' && isList(before.current) && !isList(pathname)) tab.set(overList(key), '1');
    before.current = pathname;
  }, [key, pathname, type]);
  useEffect(() => {
    if (!isPhone || isList(pathname) || placeInHistory() !== 0) return;
    globalThis.history.replaceState(globalThis.history.state, '', LIST); // unseen: the router shows the conversation all the while
    before.current = LIST;
    void navigate({ pathname, search, hash }, { state });
  }, [isPhone, pathname, search, hash, state, navigate]);
};

/** Shows the list, as the device's own back would: that one must not lead into the conversation again. */
export const useBackToList = (): (() => void) => {
  const navigate = useNavigate();
  const { key } = useLocation();
  return useCallback(() => void (tab.get(overList(key)) ? navigate(-1) : navigate(LIST, { replace: true })), [navigate, key]);
};
