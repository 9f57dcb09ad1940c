import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { textOf } from '../../kernel/i18n/dictionary.ts';
import { guardPresses } from '../../ui/steady.ts';

/** Protects critical buttons of the whole page; a click that is ignored is told, so that nobody waits for what it would have done. */
export const useGuardedPresses = (): void => {
  const dispatch = useDispatch();
  useEffect(() => guardPresses(() => void dispatch(notified({ kind: 'warn', text: textOf('ui', 'ignored') }))), [dispatch]);
};
