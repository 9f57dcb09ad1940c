import type { TicketView } from '@prosa/contracts';
import { type RefObject, useEffect, useRef } from 'react';
import { focusRow, isFocusLost, rowOf } from './row-focus.ts';

/**
 * When the focused row leaves the list, the row that takes its place gets the focus, if the focus came by keyboard. After a pointer press
 * no row gets it: keys would act on a row that was not chosen.
 */
export const useRestoredFocus = (scroller: RefObject<HTMLElement | null>, rows: TicketView[]): void => {
  const last = useRef<{ id: string; index: number } | null>(null);
  useEffect(() => {
    let isByPointer = false;
    const handlePointer = () => {
      isByPointer = true;
      last.current = null;
    };
    const handleKey = () => {
      isByPointer = false;
    };
    const handleFocus = ({ target }: FocusEvent) => {
      const row = rowOf(target);
      const isKept = !isByPointer && row !== null && scroller.current?.contains(row) === true;
      last.current = isKept ? { id: row.dataset.ticket ?? '', index: Number(row.dataset.index) } : null;
    };
    document.addEventListener('pointerdown', handlePointer, { capture: true, passive: true });
    document.addEventListener('keydown', handleKey, { capture: true, passive: true });
    document.addEventListener('focusin', handleFocus);
    return () => {
      document.removeEventListener('pointerdown', handlePointer, { capture: true });
      document.removeEventListener('keydown', handleKey, { capture: true });
      document.removeEventListener('focusin', handleFocus);
    };
  }, [scroller]);
  useEffect(() => {
    const gone = last.current;
    if (gone === null || rows.some(({ id }) => id === gone.id)) return;
    last.current = null;
    if (!isFocusLost()) return;
    const next = rows[Math.min(gone.index, rows.length - 1)];
    if (!next || !focusRow(next.id)) document.getElementById('content')?.focus({ preventScroll: true });
  }, [rows]);
};
