import { nanoid } from '@reduxjs/toolkit';
import { useEffect, useRef } from 'react';
import { openPane } from './panes.ts';

/** While `isOpen`, the device's back button only calls `close`. For everything that covers a screen or a part of it. */
export const usePane = (isOpen: boolean, close: () => void): void => {
  const newest = useRef(close);
  newest.current = close;
  useEffect(() => {
    if (isOpen) return openPane({ id: nanoid(), close: () => newest.current() });
  }, [isOpen]);
};
