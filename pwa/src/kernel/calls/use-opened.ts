import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Later } from '../loading/later.ts';
import { failureOf } from './api-error.ts';
import { failureShown } from './toasts.slice.ts';

/**
 * A part that a press opens, such as a dialog: null until it is loaded, and once it is closed. A failure is reported to the user, and the next
 * press tries again.
 */
export const useOpened = <Module>(part: Later<Module> | undefined) => {
  const dispatch = useDispatch();
  const [opened, setOpened] = useState<Module | null>(null);
  const open = async () => {
    try {
      setOpened((await part?.load()) ?? null);
    } catch (error) {
      dispatch(failureShown(failureOf(error)));
    }
  };
  return { opened, open: () => void open(), close: () => setOpened(null) };
};
