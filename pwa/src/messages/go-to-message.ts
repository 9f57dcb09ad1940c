/** Scrolls to a message of the conversation on the screen and gives it the focus; false where it is not there. */
export const goToMessage = (messageId: string): boolean => {
  const element = document.querySelector<HTMLElement>(`[data-id="${CSS.escape(messageId)}"]`);
  if (!element) return false;
  element.scrollIntoView?.({ block: 'center', behavior: 'smooth' });
  element.focus({ preventScroll: true });
  return true;
};
