import type { TicketView } from '@prosa/contracts';
import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectServes } from '../../../people/sessions/sessions.slice.ts';
import { useShortcuts } from '../../../shell/shortcuts.ts';
import { useIsPhone } from '../../../ui/hooks/use-media.ts';
import { focusedTicketId, rowOf } from './row-focus.ts';
import { useSelection } from './selection.tsx';

/** Duration of a long press, in milliseconds. A touch that moves further than `MOVED`, in pixels, scrolls instead. */
const PRESS_MS = 500;
const MOVED = 10;

/**
 * Selects rows for who serves tickets: by Shift and click, by a long press and then by taps on further rows, and by X for the focused row. Returns event handlers
 * to spread onto the list.
 */
export const useRowSelection = (rows: TicketView[]) => {
  const { t } = useTexts('tickets');
  const isPhone = useIsPhone();
  const { ids, toggle, extendTo, clear } = useSelection();
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  /** The touch that selected a row must not count as a click on it. */
  const isPressed = useRef(false);
  const group = t('title');
  const selectFocused = () => {
    const id = focusedTicketId();
    if (id !== null) toggle(id);
  };
  const serves = useSelector(selectServes);
  useShortcuts([{ keys: ['x'], label: t('keySelect'), group, run: selectFocused }], serves);
  useShortcuts([{ keys: ['Escape'], label: t('selectNone'), group, hidden: true, run: clear }], ids.size > 0);

  const lift = () => {
    if (press.current) clearTimeout(press.current.timer);
    press.current = null;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: cleanup on unmount
  useEffect(() => lift, []);

  if (!serves) return {};
  return {
    onPointerDown: ({ pointerType, target, clientX: x, clientY: y }: PointerEvent) => {
      isPressed.current = false;
      const id = rowOf(target)?.dataset.ticket;
      if (pointerType !== 'touch' || id === undefined) return;
      const timer = setTimeout(() => {
        isPressed.current = true;
        toggle(id);
      }, PRESS_MS);
      press.current = { timer, x, y };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > MOVED) lift();
    },
    onPointerUp: lift,
    onPointerCancel: lift,
    /** On a long press the browser would open its context menu for links. */
    onContextMenu: (event: MouseEvent) => {
      if (isPressed.current || press.current) event.preventDefault();
    },
    /** Shift and click would select the text in between. */
    onMouseDown: (event: MouseEvent) => {
      if (event.shiftKey) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      const id = rowOf(event.target)?.dataset.ticket;
      if (id === undefined) return;
      const isOwn = event.target instanceof Element && event.target.closest('[data-select]') !== null;
      const isTap = isPhone && ids.size > 0 && !isOwn;
      if (!event.shiftKey && !isTap && !isPressed.current) return;
      event.preventDefault();
      event.stopPropagation();
      if (isPressed.current) isPressed.current = false;
      else if (event.shiftKey) extendTo(id, rows);
      else toggle(id);
    },
  };
};
