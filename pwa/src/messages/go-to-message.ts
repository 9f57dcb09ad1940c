/** For so long the message that one was taken to stands out. */
const SHOWN_MS = 2_000;

const elementOf = (messageId: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-id]')].find(({ dataset }) => dataset.id === messageId);

/** Brings a message of the conversation on the screen into sight, with the focus, and shows which it is; false where it is not there. */
export const goToMessage = (messageId: string): boolean => {
  const element = elementOf(messageId);
  if (!element) return false;
  element.scrollIntoView?.({ block: 'center' });
  element.focus({ preventScroll: true });
  element.dataset.sought = '';
  setTimeout(() => delete element.dataset.sought, SHOWN_MS);
  return true;
};

/** The focus to a message: where what had it went with the pointer, as its tools do. */
export const focusMessage = (messageId: string): void => elementOf(messageId)?.focus({ preventScroll: true });

/** The focus to the field of the conversation on the screen. */
export const focusComposer = (): void => document.querySelector<HTMLElement>('.composer textarea')?.focus();
