import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import type { CardView } from '@prosa/contracts';
import SquareKanban from 'lucide-react/icons/square-kanban';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { errorText } from '../../kernel/calls/error-text.ts';
import { selectMay } from '../../people/sessions/sessions.slice.ts';
import { useWords } from '../../records/use-words.ts';
import type { Screen } from '../../shell/feature.ts';
import { useTitle } from '../../shell/title.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { VisuallyHidden } from '../../ui/marks/visually-hidden.tsx';
import { BoardContext } from './board.context.ts';
import { watchBoard } from './board.saga.ts';
import { boardRefreshed, boardSlice, boardWanted, cardLeft, isFiltered, selectBoard, selectLanes } from './board.slice.ts';
import { BoardHead } from './board-head.tsx';
import { CardDialog } from './card-dialog.tsx';
import { CardReader } from './card-reader.tsx';
import styles from './kanban.module.css';
import { Lane } from './lane.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { neighbour, useCardKeys } from './use-card-keys.ts';
import { useHolding } from './use-holding.ts';
import { useTouchDrag } from './use-touch-drag.ts';

type Open = { does: 'edit' | 'move' | 'remove'; card: CardView };

/** The board of contacts: its lanes side by side, on phones one at a time. */
const Board = () => {
  const words = useWords('kanban');
  const dispatch = useDispatch();
  useTitle(words('title'));
  useEffect(() => void dispatch(boardWanted()), [dispatch]);
  const { status, failure, filter, lanes } = useSelector(selectBoard);
  return (
    <div className={styles.page}>
      <BoardHead />
      {status === 'failed' ? (
        <ErrorState title={words('failed')} onRetry={() => dispatch(boardRefreshed())}>
          {failure && errorText(failure)}
        </ErrorState>
      ) : lanes.length === 0 ? (
        <SkeletonRows label={words('loading')} />
      ) : isFiltered(filter) && status === 'ready' && lanes.every(({ count }) => count === 0) ? (
        <EmptyState icon={SquareKanban} title={words('noneFound')}>
          {words('noneFoundHint')}
        </EmptyState>
      ) : (
        <Lanes />
      )}
    </div>
  );
};

const Lanes = () => {
  const words = useWords('kanban');
  const dispatch = useDispatch();
  const store = useStore<Parameters<typeof selectBoard>[0]>();
  const board = useSelector(selectLanes);
  const mayWork = useSelector(selectMay('kanban:use'));
  const holding = useHolding(board.map(({ lane }) => lane));
  const { held, news } = holding;
  const keys = useCardKeys(board, holding);
  const [open, setOpen] = useState<Open | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => autoScrollForElements({ element: scroller.current! }), []);
  useTouchDrag(scroller, board, holding);
  // Back from a conversation, the card that led there has the focus.
  const { focus } = keys;
  useEffect(() => {
    const { left } = selectBoard(store.getState());
    if (left === null) return;
    focus(left);
    dispatch(cardLeft(null));
  }, [dispatch, store, focus]);
  const newest = useRef(keys);
  newest.current = keys;
  const { current } = keys;
  const acts = useMemo(
    () => ({
      onFocus: (id: string) => newest.current.onFocus(id),
      onKey: (...pressed: Parameters<typeof keys.onKey>) => newest.current.onKey(...pressed),
      edit: (card: CardView) => setOpen({ does: 'edit', card }),
      move: (card: CardView) => setOpen({ does: 'move', card }),
      remove: (card: CardView) => setOpen({ does: 'remove', card }),
    }),
    [],
  );
  const close = () => setOpen(null);
  /** The card leaves: the next one in its lane, or that before, has the focus then. */
  const handleRemoved = (card: CardView) => {
    const next = neighbour(board, card.id, 'ArrowDown') ?? neighbour(board, card.id, 'ArrowUp');
    if (next) focus(next.id);
  };
  return (
    <BoardContext value={acts}>
      <VisuallyHidden>
        {mayWork && <span id="kanban-keys">{words('keys')}</span>}
        <span role="status">{news}</span>
      </VisuallyHidden>
      <div className={`${styles.lanes} ${held ? styles.holding : ''}`} ref={scroller}>
        {board.map(({ lane, cards }) => (
          <Lane
            key={lane.tagId ?? 'first'}
            lane={lane}
            cards={cards}
            slot={held !== null && held.over === lane.tagId && held.card.tagId !== lane.tagId ? held.height : null}
            wanted={keys.wanted}
            held={held?.card.id ?? null}
            current={current}
          />
        ))}
      </div>
      {open?.does === 'edit' &&
        (mayWork ? <CardDialog card={open.card} onClose={close} /> : <CardReader card={open.card} onClose={close} />)}
      {open?.does === 'move' && <MoveDialog card={open.card} lanes={board.map(({ lane }) => lane)} onClose={close} />}
      {open?.does === 'remove' && <RemoveDialog card={open.card} onClose={close} onRemoved={() => handleRemoved(open.card)} />}
    </BoardContext>
  );
};

export const screen: Screen = {
  element: <Board />,
  slices: [boardSlice],
  saga: watchBoard,
  speaks: ['records'],
};
