import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** Adjusts a field's height to its text and its width, up to a number of rows. `place` changes when the field is drawn elsewhere. */
export const useGrowing = (field: RefObject<HTMLTextAreaElement | null>, text: string, rows: number, place?: unknown): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is another one elsewhere
  useLayoutEffect(() => {
    if (field.current) grow(field.current, rows);
  }, [text, rows, field, place]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is another one elsewhere
  useEffect(() => {
    const el = field.current;
    if (!el || typeof ResizeObserver === 'undefined') return;
    let before: number | null = null;
    const observer = new ResizeObserver(([entry]) => {
      const { width } = entry!.contentRect;
      // A frame later: what changes the observed element within the call would be reported to it again.
      if (before !== null && width !== before) requestAnimationFrame(() => grow(el, rows));
      before = width;
    });
    observer.observe(el);
    return () => observer.disconnect();
  }, [rows, field, place]);
};

const grow = (el: HTMLTextAreaElement, rows: number): void => {
  if (el.value === '') {
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
};
