/** How long the message is highlighted. */
const SHOWN_MS = 2_000;

const elementOf = (messageId: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-id]')].find(({ dataset }) => dataset.id === messageId);

/** Scrolls to a loaded message, rendered or not; returns false if it is not loaded. */
export type Bring = (messageId: string) => boolean;
let bring: Bring = () => false;

/** Registers the scrolling of the conversation on the screen; returns a function that unregisters it. */
export const bringBy = (of: Bring): (() => void) => {
  bring = of;
  return () => {
    if (bring === of) bring = () => false;
  };
};

/** Maximum number of animation frames to wait until the message is rendered. */
const LOOKS = 30;

/**
 * Scrolls to a message of the conversation on the screen, focuses and highlights it; returns false if it is not loaded. `onShown` is called
 * once it is rendered, or when the waiting ends.
 */
export const goToMessage = (messageId: string, onShown?: () => void): boolean => {
  if (!bring(messageId)) return false;
  show(messageId, LOOKS, onShown);
  return true;
};

const show = (messageId: string, looks: number, onShown?: () => void): void => {
  const element = elementOf(messageId);
  if (!element) {
    if (looks > 0) requestAnimationFrame(() => show(messageId, looks - 1, onShown));
    else onShown?.();
    return;
  }
  onShown?.();
  element.focus({ preventScroll: true });
  element.dataset.sought = '';
  setTimeout(() => delete element.dataset.sought, SHOWN_MS);
};

/** Focuses a message, after the focused element vanished with the pointer, as the message's tools do. */
export const focusMessage = (messageId: string): void => elementOf(messageId)?.focus({ preventScroll: true });

/** Focuses the thread on the screen; from there the arrow keys move through the messages. */
export const focusThread = (): void => document.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });

/** Focuses the input field of the conversation on the screen. */
export const focusComposer = (): void => document.querySelector<HTMLElement>('[data-composer] textarea')?.focus();
