import type { TicketView } from '@prosa/contracts';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';

/**
 * Keeps the order of rows while the keyboard is in the list, so that the next row stays the next one: rows change in their places, those that
 * come stand at the end, and those that go leave.
 */
export const useStillOrder = (scroller: RefObject<HTMLElement | null>, rows: TicketView[]): TicketView[] => {
  const isStill = useKeyboardIn(scroller);
  const order = useRef<readonly string[]>([]);
  const shown = useMemo(() => (isStill ? inOrder(rows, order.current) : rows), [isStill, rows]);
  useEffect(() => {
    order.current = shown.map(({ id }) => id);
  }, [shown]);
  return shown;
};

/** Whether the focus is in an element, and came by keyboard. */
const useKeyboardIn = (place: RefObject<HTMLElement | null>): boolean => {
  const [isIn, setIn] = useState(false);
  useEffect(() => {
    let isByPointer = false;
    const handlePointer = () => {
      isByPointer = true;
      setIn(false);
    };
    const handleKey = () => {
      isByPointer = false;
    };
    const handleFocus = ({ target }: FocusEvent) => setIn(!isByPointer && place.current?.contains(target as Node) === true);
    document.addEventListener('pointerdown', handlePointer, { capture: true, passive: true });
    document.addEventListener('keydown', handleKey, { capture: true, passive: true });
    document.addEventListener('focusin', handleFocus);
    return () => {
      document.removeEventListener('pointerdown', handlePointer, { capture: true });
      document.removeEventListener('keydown', handleKey, { capture: true });
      document.removeEventListener('focusin', handleFocus);
    };
  }, [place]);
  return isIn;
};

const inOrder = (rows: TicketView[], order: readonly string[]): TicketView[] => {
  const places = new Map(order.map((id, at) => [id, at]));
  const placeOf = ({ id }: TicketView): number => places.get(id) ?? order.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
};
