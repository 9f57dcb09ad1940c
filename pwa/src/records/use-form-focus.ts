import { type RefObject, useEffect, useRef } from 'react';
import { useReturnFocus } from '../ui/hooks/use-return-focus.ts';

/**
 * For a form above its table that is mounted anew for each row: the form of a chosen row takes the focus, which also scrolls it into sight
 * from the last row of a long list; afterwards the row's button has it again.
 */
export const useFormFocus = (isChosen: boolean): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null);
  useReturnFocus();
  useEffect(() => {
    if (isChosen) form.current?.querySelector('input')?.focus();
  }, [isChosen]);
  return form;
};
