import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { CardView } from '@prosa/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { selectMay } from '../../people/sessions/sessions.slice.ts';
import { useWords } from '../../records/use-words.ts';
import { moveCard } from './board.commands.ts';
import { type Lane, selectCard } from './board.slice.ts';
import { cardName, laneName } from './names.ts';

/** A card in somebody's hand. `over`: the lane into which it would go; undefined: none. `height`: its own, in pixels. */
export type Held = { card: CardView; by: 'keys' | 'pointer'; over: string | null | undefined; height: number };

/** What is dragged, and over what, as the library carries it. */
export const dragged = (data: Record<string, unknown>): CardView | null => (data.card as CardView | undefined) ?? null;
export const laneUnder = (targets: readonly { data: Record<string | symbol, unknown> }[]): string | null | undefined =>
  targets[0]?.data.tagId as string | null | undefined;

/**
 * The card that the user has in hand, by keys or by pointer, and what screen readers are told of it. Whatever others do with it meanwhile
 * takes it out of the hand: what is dropped is what was picked up.
 */
export const useHolding = (lanes: readonly Lane[]) => {
  const words = useWords('kanban');
  const dispatch = useDispatch();
  const mayWork = useSelector(selectMay('kanban:use'));
  const [held, setHeld] = useState<Held | null>(null);
  const [news, setNews] = useState('');
  const newest = useRef<Held | null>(null);
  const set = useCallback((next: Held | null) => {
    newest.current = next;
    setHeld(next);
  }, []);
  const now = useSelector(selectCard(held?.card.id ?? null));

  const nameOf = (tagId: string | null) =>
    laneName(
      words,
      lanes.find((lane) => lane.tagId === tagId),
    );
  const take = (card: CardView, by: Held['by']) => {
    if (!mayWork) return;
    const height = document.querySelector<HTMLElement>(`[data-card="${card.id}"]`)?.offsetHeight ?? 0;
    set({ card, by, over: card.tagId, height });
    setNews(words('lifted', { card: cardName(card), lane: nameOf(card.tagId) }));
  };
  const moveOver = (over: string | null | undefined) => {
    const before = newest.current;
    if (!before || before.over === over) return;
    set({ ...before, over });
    if (over !== undefined) setNews(words('over', { lane: nameOf(over) }));
  };
  const giveUp = () => {
    const before = newest.current;
    if (!before) return;
    set(null);
    setNews(words('givenUp', { card: cardName(before.card), lane: nameOf(before.card.tagId) }));
  };
  /** Moves the card into the lane that it is over. Returns whether it moves. */
  const drop = (): boolean => {
    const before = newest.current;
    if (!before) return false;
    const { card, over } = before;
    if (over === undefined || over === card.tagId) {
      giveUp();
      return false;
    }
    set(null);
    setNews(words('dropped', { card: cardName(card), lane: nameOf(over) }));
    dispatch(moveCard.start({ id: card.id, tagId: over }));
    return true;
  };

  // Somebody else moved it, or it is gone: its place says so.
  useEffect(() => {
    if (!held || now?.place === held.card.place) return;
    set(null);
    const about = { card: cardName(held.card), lane: now ? nameOf(now.tagId) : '' };
    const text = words(now ? 'movedByOther' : 'removedByOther', about);
    setNews('');
    dispatch(notified({ kind: 'warn', text }));
  });

  const acts = { take, moveOver, giveUp, drop };
  const current = useRef(acts);
  current.current = acts;
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => dragged(source.data) !== null,
        onDragStart: ({ source }) => current.current.take(dragged(source.data)!, 'pointer'),
        onDropTargetChange: ({ location }) => current.current.moveOver(laneUnder(location.current.dropTargets)),
        onDrop: ({ location }) => {
          current.current.moveOver(laneUnder(location.current.dropTargets));
          current.current.drop();
        },
      }),
    [],
  );
  return { held, news, mayWork, ...acts };
};
export type Holding = ReturnType<typeof useHolding>;
