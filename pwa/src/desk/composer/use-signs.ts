import { useState } from 'react';
import { remember, remembered } from '../../kernel/device/storage.ts';

/** Whether messages carry the attendant's name above them: stored on this device, on by default. */
export const useSigns = (): [signs: boolean, set: (signs: boolean) => void] => {
  const [signs, setSigns] = useState(() => remembered('signs') !== '0');
  return [
    signs,
    (next) => {
      remember('signs', next ? '1' : '0');
      setSigns(next);
    },
  ];
};
