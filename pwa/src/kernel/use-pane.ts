import { nanoid } from '@reduxjs/toolkit';
import { useLayoutEffect, useRef } from 'react';
import { openPane } from './panes.ts';

/**
 * While `isOpen`, the device's back button only calls `close`. For everything that covers a screen or a part of it. The pane has its step of the
 * history before it is painted: whoever goes back as soon as they see it would otherwise leave the screen.
 */
export const usePane = (isOpen: boolean, close: () => void): void => {
  const newest = useRef(close);
  newest.current = close;
  useLayoutEffect(() => {
    if (isOpen) return openPane({ id: nanoid(), close: () => newest.current() });
  }, [isOpen]);
};
