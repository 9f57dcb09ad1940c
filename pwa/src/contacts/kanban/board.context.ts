import type { CardView } from '@prosa/contracts';
import { createContext, useContext } from 'react';

/** What a card offers. It never changes: hundreds of cards would be rendered again. */
export type BoardActs = {
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
