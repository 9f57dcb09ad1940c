import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { tab } from '../../../kernel/device/storage.ts';
import { useIsPhone } from '../../../ui/hooks/use-media.ts';

const LIST = '/tickets';
const isList = (pathname: string): boolean => pathname.replace(/\/$/, '') === LIST;

/** Storage key that marks a history entry whose previous entry is the list; it survives a reload. */
const overList = (key: string): string => `over-list:${key}`;

/** The index of this history entry in the app, as counted by the router; 0 is the first. */
const placeInHistory = (): unknown => (globalThis.history.state as { idx?: unknown } | null)?.idx;

/**
 * Records which conversations are opened from the list, and inserts the list below a conversation that was opened directly: on a phone the
 * conversation fills the screen, and going back would leave the app. For the screen that contains both.
 */
export const useTrail = (): void => {
  const { key, pathname, search, hash, state } = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const before = useRef(pathname);
  const keyBefore = useRef(key);
  useEffect(() => {
    if (type === 'PUSH' && isList(before.current) && !isList(pathname)) tab.set(overList(key), '1');
    // The same entry with another key, e.g. after the `goMessage` parameter was removed from the address.
    if (type === 'REPLACE' && before.current === pathname && tab.get(overList(keyBefore.current))) tab.set(overList(key), '1');
    before.current = pathname;
    keyBefore.current = key;
  }, [key, pathname, type]);
  useEffect(() => {
    if (!isPhone || isList(pathname) || placeInHistory() !== 0) return;
    globalThis.history.replaceState(globalThis.history.state, '', LIST); // invisible: the router keeps showing the conversation
    before.current = LIST;
    void navigate({ pathname, search, hash }, { state });
  }, [isPhone, pathname, search, hash, state, navigate]);
};

/** Returns a function that shows the list, like the device's back button: going back afterwards must not return to the conversation. */
export const useBackToList = (): (() => void) => {
  const navigate = useNavigate();
  const { key } = useLocation();
  return useCallback(() => void (tab.get(overList(key)) ? navigate(-1) : navigate(LIST, { replace: true })), [navigate, key]);
};
