import { type PointerEvent, type SyntheticEvent, useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { openingExpected } from '../../messages/state/messages.saga.ts';
import { rowOf } from './row-focus.ts';

/** How long, in milliseconds, the pointer or the focus must stay on a row, so that it does not just pass over it. */
const REST_MS = 80;

/**
 * Predicts which conversation is opened next: the one whose row the mouse presses, or on which the mouse or the focus rests. The begin of a touch is
 * ignored, because it may begin to scroll. Returns event handlers to spread onto the list.
 */
export const useExpectedOpening = () => {
  const dispatch = useDispatch();
  const resting = useRef<{ id: string; timer: ReturnType<typeof setTimeout> } | null>(null);
  const leave = () => {
    clearTimeout(resting.current?.timer);
    resting.current = null;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: cleanup on unmount
  useEffect(() => leave, []);

  const linkedIdOf = (target: EventTarget): string | undefined => {
    const row = rowOf(target);
    return row?.querySelector('a[href]') ? row.dataset.ticket : undefined;
  };
  const rest = (id: string | undefined) => {
    if (id === resting.current?.id) return;
    leave();
    if (id !== undefined) resting.current = { id, timer: setTimeout(() => dispatch(openingExpected(id)), REST_MS) };
  };
  return {
    onPointerOver: ({ pointerType, target }: PointerEvent) => pointerType !== 'touch' && rest(linkedIdOf(target)),
    onPointerLeave: leave,
    onFocus: ({ target }: SyntheticEvent) => rest(linkedIdOf(target)),
    onPointerDown: ({ pointerType, button, target }: PointerEvent) => {
      const id = linkedIdOf(target);
      if (pointerType === 'touch' || button !== 0 || id === undefined) return;
      leave();
      dispatch(openingExpected(id));
    },
    // By touch or key.
    onClickCapture: ({ target }: SyntheticEvent) => {
      const id = (target as Element).closest('a[href]') ? linkedIdOf(target) : undefined;
      if (id !== undefined) dispatch(openingExpected(id));
    },
  };
};
