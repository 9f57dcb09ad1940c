import { type RefObject, useLayoutEffect } from 'react';

/** The style sheet lets the field grow with its text where the browser can; that costs nothing when a conversation is opened. */
const growsByItself = globalThis.CSS?.supports?.('field-sizing', 'content') === true;

/** Adjusts a field's height to its text, up to the maximum of its style. */
export const useGrowing = (field: RefObject<HTMLTextAreaElement | null>, text: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height of the text is measured
  useLayoutEffect(() => {
    const el = field.current;
    if (!el || growsByItself) return;
    // The surrounding element keeps its height meanwhile: otherwise the list above would take the space and no longer be at its end.
    const around = el.parentElement;
    if (around) around.style.minHeight = `${around.offsetHeight}px`;
    el.style.height = '0';
    el.style.height = `${el.scrollHeight}px`;
    if (around) around.style.minHeight = '';
  }, [text, field]);
};
