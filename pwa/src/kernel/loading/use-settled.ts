import { useEffect, useState } from 'react';
import { idle, painted } from './painted.ts';

/** Whether what is shown (`isShown`) has been painted and the browser had time since: for what nobody sees yet. Then it stays true. */
export const useSettled = (isShown: boolean): boolean => {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!isShown || isSettled) return;
    let isOver = false;
    void painted()
      .then(idle)
      .then(() => isOver || setSettled(true));
    return () => {
      isOver = true;
    };
  }, [isShown, isSettled]);
  return isSettled;
};
