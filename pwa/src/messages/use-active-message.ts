import { type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject, type TouchEvent, useRef, useState } from 'react';
import { useMedia } from '../ui/use-media.ts';

const LONG_PRESS_MS = 450;

/** The message that an element is in, or whose row it is: beside a bubble one means it too. */
const messageAt = (target: Element): HTMLElement | null =>
  target.closest('[data-key]') ?? (target.matches('li') ? target.querySelector('[data-key]') : null);

/** The message under the pointer or with the focus shows its tools; on a touch screen a long press does. Arrows go through them. */
export const useActiveMessage = (scroller: RefObject<HTMLElement | null>) => {
  const [key, setKey] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  // There the browser has the mouse wherever a finger was last, above all on the row that opened the conversation.
  const isTouch = useMedia('(hover: none)');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keyAt = (target: EventTarget): string | null =>
    target instanceof Element ? (messageAt(target)?.dataset.key ?? null) : null;
  /** What hangs on the tools keeps them: it would go with them. */
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
    /** Which has the focus in it. */
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
        // A tap gives the focus too, but asks for nothing.
        if (!isTouch || target.matches(':focus-visible')) setKey((now) => keyAt(target) ?? now);
      },
      // Who goes on to write has done with the tools: nor does their menu, closing, take the focus back.
      onBlur: ({ relatedTarget }: FocusEvent) => {
        // A menu that hangs on it gives the focus back.
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
    },
  };
};
