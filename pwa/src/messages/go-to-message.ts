/** For so long the message that one was taken to stands out. */
const SHOWN_MS = 2_000;

const elementOf = (messageId: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-id]')].find(({ dataset }) => dataset.id === messageId);

/** Scrolls to a message that is loaded, drawn or not; false where it is not there. */
export type Bring = (messageId: string) => boolean;
let bring: Bring = () => false;

/** The conversation on the screen lends its scrolling, until the answer is called. */
export const bringBy = (of: Bring): (() => void) => {
  bring = of;
  return () => {
    if (bring === of) bring = () => false;
  };
};

/** So many times it is looked for, a drawing apart, until what was scrolled to is drawn. */
const LOOKS = 30;

/** Brings a message of the conversation on the screen into sight, with the focus, and shows which it is; false where it is not there. */
export const goToMessage = (messageId: string): boolean => {
  if (!bring(messageId)) return false;
  show(messageId, LOOKS);
  return true;
};

const show = (messageId: string, looks: number): void => {
  const element = elementOf(messageId);
  if (!element) {
    if (looks > 0) requestAnimationFrame(() => show(messageId, looks - 1));
    return;
  }
  element.focus({ preventScroll: true });
  element.dataset.sought = '';
  setTimeout(() => delete element.dataset.sought, SHOWN_MS);
};

/** The focus to a message: where what had it went with the pointer, as its tools do. */
export const focusMessage = (messageId: string): void => elementOf(messageId)?.focus({ preventScroll: true });

/** The focus to all that was written in the conversation on the screen; from there arrows go through it. */
export const focusThread = (): void => document.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });

/** The focus to the field of the conversation on the screen. */
export const focusComposer = (): void => document.querySelector<HTMLElement>('[data-composer] textarea')?.focus();
