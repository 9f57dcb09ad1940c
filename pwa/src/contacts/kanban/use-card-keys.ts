import type { CardView } from '@prosa/contracts';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { Lane } from './board.slice.ts';
import { laneId } from './lane-id.ts';
import type { Holding } from './use-holding.ts';

type Board = readonly { lane: Lane; cards: CardView[] }[];
const nameOf = (id: string): HTMLElement | null => document.querySelector(`[data-card="${id}"] button`);

/** Where a card is on the board: the indexes of its lane and of itself in it. */
const placeOf = (board: Board, id: string): [number, number] | null => {
  for (const [at, { cards }] of board.entries()) {
    const row = cards.findIndex((card) => card.id === id);
    if (row >= 0) return [at, row];
  }
  return null;
};

/** The card that an arrow leads to; the lanes without cards are passed over. */
export const neighbour = (board: Board, id: string, key: string): CardView | null => {
  const place = placeOf(board, id);
  if (!place) return null;
  const [lane, row] = place;
  if (key === 'ArrowUp') return board[lane]!.cards[row - 1] ?? null;
  if (key === 'ArrowDown') return board[lane]!.cards[row + 1] ?? null;
  if (key === 'Home') return board[lane]!.cards[0] ?? null;
  if (key === 'End') return board[lane]!.cards.at(-1) ?? null;
  const step = key === 'ArrowRight' ? 1 : -1;
  for (let at = lane + step; at >= 0 && at < board.length; at += step) {
    const { cards } = board[at]!;
    if (cards.length > 0) return cards[Math.min(row, cards.length - 1)]!;
  }
  return null;
};

const WALKS = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);

/**
 * The keys of the board: arrows walk from card to card, or move the lifted one from lane to lane; space lifts and drops; Escape gives up.
 * The focus stays on the card, also in its new lane.
 */
export const useCardKeys = (board: Board, { held, take, moveOver, drop, giveUp }: Holding) => {
  const [current, setCurrent] = useState<string | null>(null);
  /** The card that gets the focus when it is rendered. */
  const [wanted, setWanted] = useState<string | null>(null);
  // The card may be gone: then the first one is found by Tab.
  const first = board.find(({ cards }) => cards.length > 0)?.cards[0]?.id ?? null;
  const known = current !== null && placeOf(board, current) ? current : first;

  useEffect(() => {
    if (wanted === null) return;
    const el = nameOf(wanted);
    if (!el) return;
    el.focus();
    el.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    setWanted(null);
  });

  const walkOver = (key: string) => {
    const at = board.findIndex(({ lane }) => lane.tagId === held?.over);
    const next = board[at + (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0)];
    if (!next) return;
    moveOver(next.lane.tagId);
    document.querySelector(`[data-lane="${laneId(next.lane.tagId)}"]`)?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  };

  const onKey = (event: KeyboardEvent, card: CardView) => {
    const { key } = event;
    const isLifted = held?.by === 'keys' && held.card.id === card.id;
    if (key === ' ') {
      event.preventDefault();
      if (event.repeat) return;
      if (!isLifted) return take(card, 'keys');
      if (drop()) setWanted(card.id);
      return;
    }
    if (isLifted && (key === 'Escape' || key === 'Tab')) {
      if (key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
      }
      return giveUp();
    }
    if (isLifted && key === 'Enter') {
      event.preventDefault();
      if (drop()) setWanted(card.id);
      return;
    }
    if (!WALKS.has(key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (isLifted) return walkOver(key);
    const next = neighbour(board, card.id, key);
    if (next) setWanted(next.id);
  };
  return { current: known, wanted, focus: setWanted, onFocus: setCurrent, onKey };
};
