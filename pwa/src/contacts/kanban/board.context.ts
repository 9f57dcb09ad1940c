import type { CardView } from '@prosa/contracts';
import { createContext, useContext } from 'react';
import type { Held } from './use-holding.ts';

/** What a card offers, and whether it is the one that the Tab key finds. */
export type BoardActs = {
  held: Held | null;
  /** The card that has the focus, or had it last: the only one that the Tab key stops at. */
  current: string | null;
  onFocus: (id: string) => void;
  onKey: (event: React.KeyboardEvent, card: CardView) => void;
  edit: (card: CardView) => void;
  move: (card: CardView) => void;
  remove: (card: CardView) => void;
};
export const BoardContext = createContext<BoardActs | null>(null);

/** Throws outside of the board. */
export const useBoardActs = (): BoardActs => {
  const acts = useContext(BoardContext);
  if (!acts) throw new Error('Cards are shown on the board.');
  return acts;
};
