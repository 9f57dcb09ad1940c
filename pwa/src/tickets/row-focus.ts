/** The ticket whose row has the focus, if any. */
export const focusedTicketId = (): string | null =>
  document.activeElement?.closest<HTMLElement>('[data-ticket]')?.dataset.ticket ?? null;

/** Gives the focus to a ticket's row; false where the list does not draw it. */
export const focusRow = (ticketId: string): boolean => {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-ticket]')];
  const row = rows.find(({ dataset }) => dataset.ticket === ticketId)?.querySelector<HTMLElement>('a, button');
  row?.focus();
  return row !== null && row !== undefined;
};
