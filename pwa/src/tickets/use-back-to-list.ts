import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';

const LIST = '/tickets';
const isList = (pathname: string): boolean => pathname.replace(/\/$/, '') === LIST;
/** Entries of the browser's history, by their keys, that were come to from the list. */
const fromList = new Set<string>();

/** Notes which conversations are opened from the list. For the screen that holds both. */
export const useTrail = (): void => {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    if (type === 'PUSH' && isList(before.current) && !isList(pathname)) fromList.add(key);
    before.current = pathname;
  }, [key, pathname, type]);
};

/** Shows the list, as the device's own back would: that one must not lead into the conversation again. */
export const useBackToList = (): (() => void) => {
  const navigate = useNavigate();
  const { key } = useLocation();
  return useCallback(() => void (fromList.has(key) ? navigate(-1) : navigate(LIST, { replace: true })), [navigate, key]);
};
