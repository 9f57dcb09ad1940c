import { type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject, type TouchEvent, useRef, useState } from 'react';
import { useMedia } from '../../../ui/hooks/use-media.ts';

const LONG_PRESS_MS = 450;

/** The message that contains an element, or whose row it is: pointing beside a bubble means that bubble too. */
const messageAt = (target: Element): HTMLElement | null =>
  target.closest('[data-key]') ?? (target.matches('li') ? target.querySelector('[data-key]') : null);

/**
 * Opens the message's own menu on a right click or the menu key, if the message shows its tools. On selected text and on links the
 * browser's menu opens.
 */
const openMenu = (event: MouseEvent): void => {
  if (!(event.target instanceof Element) || event.target.closest('a') || getSelection()?.isCollapsed === false) return;
  const button = messageAt(event.target)?.querySelector<HTMLElement>('[aria-haspopup="menu"][aria-expanded="false"]');
  if (!button) return;
  event.preventDefault();
  button.click();
};

/**
 * Shows the tools of the message under the pointer or with the focus; on a touch screen a long press shows them. Arrow keys move between
 * messages.
 */
export const useActiveMessage = (scroller: RefObject<HTMLElement | null>) => {
  const [key, setKey] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  // On touch screens the browser reports the mouse where a finger was last, e.g. on the row that opened the conversation.
  const isTouch = useMedia('(hover: none)');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keyAt = (target: EventTarget): string | null =>
    target instanceof Element ? (messageAt(target)?.dataset.key ?? null) : null;
  /** An open menu or dialog keeps the tools visible, because it would vanish with them. */
  const isMenuOpen = () => document.querySelector('[role="menu"], [role="dialog"]') !== null;
  const stopPress = () => clearTimeout(timer.current);

  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || !(event.target instanceof HTMLElement) || event.target.closest('[role="menu"]')) return;
    const all = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
    const now = all.findIndex((one) => one.contains(event.target as Node));
    const next = now === -1 ? (step < 0 ? all.at(-1) : undefined) : all[now + step];
    if (!next) return;
    event.preventDefault();
    next.focus({ preventScroll: true });
    next.scrollIntoView?.({ block: 'nearest' });
  };

  return {
    key,
    /** The message that contains the focus. */
    focused,
    handlers: {
      onMouseOver: ({ target }: MouseEvent) => {
        if (!isTouch && !isMenuOpen()) setKey(keyAt(target));
      },
      onMouseLeave: () => {
        if (!isTouch && !isMenuOpen()) setKey(null);
      },
      onFocus: ({ target }: FocusEvent) => {
        setFocused(keyAt(target));
        // A tap focuses a message too, but must not show its tools.
        if (!isTouch || target.matches(':focus-visible')) setKey((now) => keyAt(target) ?? now);
      },
      // The tools vanish when the user goes on to write; their closing menu must not take the focus back.
      onBlur: ({ relatedTarget }: FocusEvent) => {
        // A menu of the message returns the focus when it closes.
        if (relatedTarget === null || !relatedTarget.closest('[role="menu"], [role="dialog"]')) setFocused(null);
        if (relatedTarget?.closest('[data-composer]')) setKey(null);
      },
      onTouchStart: ({ target }: TouchEvent) => {
        stopPress();
        if (isMenuOpen()) return;
        const touched = keyAt(target);
        setKey((now) => (now === touched ? now : null));
        timer.current = setTimeout(() => setKey(touched), LONG_PRESS_MS);
      },
      onTouchMove: stopPress,
      onTouchEnd: stopPress,
      onKeyDown: handleKeyDown,
      onContextMenu: openMenu,
    },
  };
};
