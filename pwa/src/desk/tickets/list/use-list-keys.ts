import type { TicketView } from '@prosa/contracts';
import { type RefObject, useRef } from 'react';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useShortcuts } from '../../../shell/shortcuts.ts';

type Options = {
  rows: TicketView[];
  currentId: string | null;
  scrollTo: (index: number) => void;
  scroller: RefObject<HTMLElement | null>;
};

const focusable = 'a, button';

/** Moves the focus up and down the list by arrow keys, j and k. */
export const useListKeys = ({ rows, currentId, scrollTo, scroller }: Options): void => {
  const { t } = useTexts('tickets');
  const group = t('title');
  /** The row that gets the focus once it is rendered: a key pressed before that continues from it. */
  const aim = useRef<number | null>(null);

  const focusedIndex = (): number => {
    const row = document.activeElement?.closest<HTMLElement>('[data-index]');
    return row && scroller.current?.contains(row) ? Number(row.dataset.index) : -1;
  };
  const move = (step: 1 | -1) => () => {
    const focused = aim.current ?? focusedIndex();
    const from = focused >= 0 ? focused : rows.findIndex(({ id }) => id === currentId);
    const to = Math.min(Math.max(from + step, 0), rows.length - 1);
    if (to < 0) return;
    scrollTo(to);
    aim.current = to;
    const focus = () => {
      if (aim.current !== to) return;
      aim.current = null;
      scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.querySelector<HTMLElement>(focusable)?.focus();
    };
    requestAnimationFrame(() => requestAnimationFrame(focus)); // after the row is rendered
  };
  useShortcuts([
    { keys: ['j', 'ArrowDown'], label: t('keyDown'), group, repeats: true, run: move(1) },
    { keys: ['k', 'ArrowUp'], label: t('keyUp'), group, repeats: true, run: move(-1) },
  ]);
};
