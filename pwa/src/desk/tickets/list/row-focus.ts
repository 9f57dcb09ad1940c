/** Returns the row that contains an element. */
export const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-ticket]') : null;

/** Returns the id of the ticket whose row has the focus, if any. */
export const focusedTicketId = (): string | null => rowOf(document.activeElement)?.dataset.ticket ?? null;

/** Focuses a ticket's row; returns false if the list does not render it. */
export const focusRow = (ticketId: string): boolean => {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-ticket]')];
  const row = rows.find(({ dataset }) => dataset.ticket === ticketId)?.querySelector<HTMLElement>('a, button');
  row?.focus();
  return row !== null && row !== undefined;
};

/** Whether the focused element was removed. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
