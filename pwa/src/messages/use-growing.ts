import { type RefObject, useLayoutEffect } from 'react';

/** A field as high as its text, up to so many rows. */
export const useGrowing = (field: RefObject<HTMLTextAreaElement | null>, text: string, rows: number): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text's own height is measured
  useLayoutEffect(() => {
    const el = field.current;
    if (!el) return;
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(el);
    const most = Number.parseFloat(lineHeight) * rows + Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
    // What is around it keeps its height meanwhile: the list above would be given the room, and taken from its end.
    const around = el.parentElement;
    if (around) around.style.minHeight = `${around.offsetHeight}px`;
    el.style.height = '0';
    const height = Math.min(el.scrollHeight, Number.isFinite(most) ? most : el.scrollHeight);
    el.style.height = rows > 5 ? '' : `${height}px`;
    if (around) around.style.minHeight = '';
    el.style.overflowY = el.scrollHeight > height ? 'auto' : 'hidden';
  }, [text, rows, field]);
};
