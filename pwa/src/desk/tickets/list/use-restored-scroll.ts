import type { TicketView } from '@prosa/contracts';
import { createContext, type RefObject, useContext, useLayoutEffect, useRef, useState } from 'react';
import type { TicketList } from '../state/ticket-list.ts';
import type { ListName } from '../state/tickets.filters.ts';

/** The scroll position of a list: its filter, its first visible row and how many pixels of that row are scrolled out. */
type Place = { filter: string; top: number; id: string | undefined; out: number };

type Places = Map<ListName, Place>;
export const newPlaces = (): Places => new Map();

/** The scroll position of each list, while the tickets screen is shown. */
export const RestoredPlaces = createContext(newPlaces());

type Options = {
  name: ListName;
  list: TicketList;
  rows: TicketView[];
  rowHeight: number;
  scroller: RefObject<HTMLElement | null>;
};

/**
 * Restores a list's scroll position after another tab, or a conversation on phones, replaced it: the same row is visible, wherever it now
 * is in the list. With another filter it starts at the top.
 */
export const useRestoredScroll = ({ name, list, rows, rowHeight, scroller }: Options) => {
  const places = useContext(RestoredPlaces);
  const filter = JSON.stringify(list.filter);
  const [initialOffset] = useState(() => {
    const place = places.get(name);
    if (place?.filter !== filter) return 0;
    const index = rows.findIndex(({ id }) => id === place.id);
    return index < 0 ? place.top : index * rowHeight + place.out;
  });
  const shown = useRef<string | null>(null);
  useLayoutEffect(() => {
    const el = scroller.current;
    const top = shown.current === null ? initialOffset : 0;
    // A new list is at the top, and setting it would force a layout.
    if (el && (shown.current !== null || top > 0)) el.scrollTop = top;
    shown.current = filter;
  }, [filter, initialOffset, scroller]);
  const keep = () => {
    const top = scroller.current?.scrollTop ?? 0;
    const first = Math.floor(top / rowHeight);
    if (top < rowHeight) places.delete(name);
    else places.set(name, { filter, top, id: rows[first]?.id, out: top - first * rowHeight });
  };
  return { initialOffset, keep };
};
