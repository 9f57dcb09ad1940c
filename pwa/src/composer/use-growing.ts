import { type RefObject, useLayoutEffect } from 'react';

/** Adjusts a field's height to its text, up to a number of rows. */
export const useGrowing = (field: RefObject<HTMLTextAreaElement | null>, text: string, rows: number): void => {
  useLayoutEffect(() => {
    const el = field.current;
    if (!el) return;
    if (text === '') {
      // Its one row: nothing is measured when a conversation is opened.
      el.style.height = '';
      el.style.overflowY = 'hidden';
      return;
    }
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(el);
    const most = Number.parseFloat(lineHeight) * rows + Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
    // The surrounding element keeps its height meanwhile: otherwise the list above would take the space and no longer be at its end.
    const around = el.parentElement;
    if (around) around.style.minHeight = `${around.offsetHeight}px`;
    el.style.height = '0';
    const height = Math.min(el.scrollHeight, Number.isFinite(most) ? most : el.scrollHeight);
    el.style.height = `${height}px`;
    if (around) around.style.minHeight = '';
    el.style.overflowY = el.scrollHeight > height ? 'auto' : 'hidden';
  }, [text, rows, field]);
};
