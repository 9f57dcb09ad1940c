import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import type { CardView } from '@prosa/contracts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, memo, useEffect, useId, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { formatCount, formatMoney } from '../../kernel/i18n/format.ts';
import { useWords } from '../../records/use-words.ts';
import { isNearEnd } from '../../ui/hooks/use-near-end.ts';
import { TextButton } from '../../ui/marks/button.tsx';
import { Spinner } from '../../ui/marks/spinner.tsx';
import { type Lane as LaneOf, moreWanted } from './board.slice.ts';
import { Card } from './card.tsx';
import styles from './kanban.module.css';
import { laneId } from './lane-id.ts';
import { laneName } from './names.ts';
import { dragged } from './use-holding.ts';

/** Longer lanes render only the cards that can be seen. */
const DRAWN_MAX = 60;
/** The height of a card with its values, and the gap below it. */
const ESTIMATE = 162;
const OVERSCAN = 6;

type Props = {
  lane: LaneOf;
  cards: CardView[];
  /** The height of a card of another lane that is over it. */
  slot: number | null;
  /** The card that must be rendered, wherever the lane is scrolled: it gets the focus. */
  wanted: string | null;
  /** The card in the user's hand. */
  held: string | null;
  /** The card that has the focus, or had it last: the only one that the Tab key stops at. */
  current: string | null;
};

/** A lane: its name, its sums, and its cards, which scroll by themselves. */
export const Lane = memo(({ lane, cards, slot, wanted, held, current }: Props) => {
  const words = useWords('kanban');
  const dispatch = useDispatch();
  const title = useId();
  const whole = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const { tagId, count, cursor, more } = lane;
  useEffect(() => {
    const leave = [
      dropTargetForElements({
        element: whole.current!,
        canDrop: ({ source }) => dragged(source.data) !== null,
        getData: () => ({ tagId }),
      }),
      autoScrollForElements({ element: scroller.current! }),
    ];
    return () => {
      for (const end of leave) end();
    };
  }, [tagId]);
  const virtualizer = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATE,
    getItemKey: (index) => cards[index]?.id ?? index,
    overscan: OVERSCAN,
  });
  const look = () => {
    const el = scroller.current;
    if (el && cursor !== null && more === 'idle' && isNearEnd(el)) dispatch(moreWanted({ tagId }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a short page the end may still be visible
  useEffect(look, [cards.length, cursor, more]);
  useEffect(() => {
    const at = wanted === null ? -1 : cards.findIndex(({ id }) => id === wanted);
    if (at >= 0 && cards.length > DRAWN_MAX) virtualizer.scrollToIndex(at);
  }, [wanted, cards, virtualizer]);
  const isLong = cards.length > DRAWN_MAX;
  const items = virtualizer.getVirtualItems();
  const drawn = isLong ? items.map(({ index }) => index) : cards.map((_, index) => index);
  const before = isLong ? (items[0]?.start ?? 0) : 0;
  const after = isLong ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  return (
    <section
      className={styles.lane}
      ref={whole}
      style={{ '--c': lane.color } as CSSProperties}
      aria-labelledby={title}
      data-lane={laneId(tagId)}
    >
      <header>
        <div>
          <h2 id={title} className="truncate">
            {laneName(words, lane)}
          </h2>
          <span className={styles.count}>{formatCount(count)}</span>
        </div>
        <p className={styles.sum}>{words('sum', { amount: formatMoney(lane.negotiatedValue) })}</p>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be scrollable by keys as well */}
      <div className={styles.scroller} ref={scroller} onScroll={look} tabIndex={0}>
        {slot !== null && <div className={styles.slot} style={{ height: slot }} aria-hidden="true" />}
        {cards.length === 0 && slot === null && <p className={styles.none}>{words('noCards')}</p>}
        <ul style={{ paddingTop: before, paddingBottom: after }}>
          {drawn.map((index) => (
            <li key={cards[index]!.id} data-index={index} ref={isLong ? virtualizer.measureElement : undefined}>
              <Card card={cards[index]!} isHeld={cards[index]!.id === held} isCurrent={cards[index]!.id === current} />
            </li>
          ))}
        </ul>
        {more === 'loading' && (
          <p className={styles.more} role="status" aria-label={words('loading')}>
            <Spinner />
          </p>
        )}
        {more === 'failed' && (
          <p className={styles.more}>
            <TextButton onClick={() => dispatch(moreWanted({ tagId }))}>{words('again')}</TextButton>
          </p>
        )}
      </div>
    </section>
  );
});
