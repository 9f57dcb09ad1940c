/**
 * Inserts a text into a field, replacing the characters from `from` to `to` (default: the selection), and puts the caret behind it. The
 * field receives an input event as for typing; if it has the focus, the browser's undo reverts the insertion.
 */
export const inserted = (field: HTMLTextAreaElement | null, text: string, from?: number, to?: number): void => {
  if (!field) return;
  const [start, end] = [from ?? field.selectionStart, to ?? field.selectionEnd];
  field.setSelectionRange(start, end);
  // Only this deprecated call keeps the undo history.
  if (document.activeElement === field && document.execCommand?.('insertText', false, text)) return;
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
