/** The row that an element is in. */
export const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-ticket]') : null;

/** The ticket whose row has the focus, if any. */
export const focusedTicketId = (): string | null => rowOf(document.activeElement)?.dataset.ticket ?? null;

/** Gives the focus to a ticket's row; false where the list does not draw it. */
export const focusRow = (ticketId: string): boolean => {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-ticket]')];
  const row = rows.find(({ dataset }) => dataset.ticket === ticketId)?.querySelector<HTMLElement>('a, button');
  row?.focus();
  return row !== null && row !== undefined;
};

/** What had the focus is gone. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
