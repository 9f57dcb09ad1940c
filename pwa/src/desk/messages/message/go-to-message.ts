/** How long the message is highlighted. */
const SHOWN_MS = 2_000;

const elementOf = (messageId: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-id]')].find(({ dataset }) => dataset.id === messageId);

const isInView = (element: HTMLElement): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  const around = element.closest('[role="log"]')?.getBoundingClientRect();
  return !around || (bottom >= around.top && top <= around.bottom);
};

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

/** Maximum number of animation frames to wait until the message is in view. */
const LOOKS = 30;

/**
 * Scrolls to a message of the conversation on the screen, focuses and highlights it; returns false if it is not loaded. `onShown` is called
 * once it is in view, or when the waiting ends.
 */
export const goToMessage = (messageId: string, onShown?: () => void): boolean => {
  if (!bring(messageId)) return false;
  show(messageId, LOOKS, onShown);
  return true;
};

const show = (messageId: string, looks: number, onShown?: () => void): void => {
  const element = elementOf(messageId);
  if (looks > 0 && (!element || !isInView(element))) {
    requestAnimationFrame(() => {
      // An element that is measured for the first time while it scrolls, as the head above the rows, ends the scrolling halfway.
      bring(messageId);
      show(messageId, looks - 1, onShown);
    });
    return;
  }
  onShown?.();
  if (!element) return;
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
