import type { TicketView } from '@prosa/contracts';
import { type ComponentType, useDeferredValue, useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { goesOn } from '../../../kernel/lists/collection.ts';
import { selectLive } from '../../../kernel/live/live.slice.ts';
import { firstScreenShown } from '../../../kernel/loading/first-screen.ts';
import { useAfterPaint } from '../../../kernel/loading/use-after-paint.ts';
import { useSettled } from '../../../kernel/loading/use-settled.ts';
import { useIsPhone } from '../../../ui/hooks/use-media.ts';
import { TextButton } from '../../../ui/marks/button.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/marks/states.tsx';
import type { ListName } from '../state/tickets.filters.ts';
import { rowsOf, selectList } from '../state/tickets.selectors.ts';
import { listRefreshed, listWanted, moreWanted } from '../state/tickets.slice.ts';
import { EmptyList } from './empty-list.tsx';
import { Unsettled } from './once-still.tsx';
import { useChosen } from './selection.tsx';
import styles from './ticket-list-view.module.css';
import { TicketRow } from './ticket-row.tsx';
import { useCalmMotion } from './use-calm-motion.ts';
import { useExpectedOpening } from './use-expected-opening.ts';
import { useListKeys } from './use-list-keys.ts';
import { useRestoredFocus } from './use-restored-focus.ts';
import { useRestoredScroll } from './use-restored-scroll.ts';
import { useRowSelection } from './use-row-selection.ts';
import { useSteadyScroll } from './use-steady-scroll.ts';
import { useStillOrder } from './use-still-order.ts';
import { useVisibleRows } from './use-visible-rows.ts';

/** Distance from the end, in pixels, at which the next page is fetched. */
const NEAR_END = 100;

const none: TicketView[] = [];

export type ListProps = { name: ListName; label: string; currentId: string | null; labelledBy: string };
/** A row of its own kind. */
export type RowKind = ComponentType<{ ticket: TicketView; isCurrent: boolean }>;

/** A virtualized list of tickets: only visible rows are rendered. */
export const TicketListView = ({ name, label, currentId, labelledBy, row: Row = TicketRow }: ListProps & { row?: RowKind }) => {
  const { t } = useTexts('tickets');
  const dispatch = useDispatch();
  const list = useSelector(selectList(name));
  const { offline } = useSelector(selectLive); // the banner reports it for all lists
  const scroller = useRef<HTMLDivElement>(null);
  const all = useStillOrder(scroller, rowsOf(list));
  // The rows of an empty list come in a render between whose parts the browser answers; what a screen begins with is there at once.
  const mayShow = useDeferredValue(all.length > 0);
  const rows = mayShow ? all : none;
  const rowHeight = useIsPhone() ? 80 : 76;
  useEffect(() => void dispatch(listWanted(name)), [name, dispatch]);

  const { initialOffset, keep } = useRestoredScroll({ name, list, rows, rowHeight, scroller });
  const isEmpty = rows.length === 0;
  const isSettled = useSettled(!isEmpty);
  const visible = useVisibleRows({ count: rows.length, rowHeight, initialOffset, scroller, isSettled });
  const { indexes, isScrolling, scrollTo } = visible;
  useSteadyScroll(scroller, rows, rowHeight);
  useCalmMotion(scroller, rows);
  useRestoredFocus(scroller, rows);
  const selecting = useRowSelection(rows);
  const expecting = useExpectedOpening();
  const isSelecting = useChosen().length > 0;
  useListKeys({ rows, currentId, scrollTo, scroller });

  const { live, more } = list;
  const status = all.length > rows.length ? 'loading' : list.status;
  const loadNearEnd = useAfterPaint(() => {
    const el = scroller.current;
    if (el && goesOn({ status, more, live }) && el.scrollHeight - el.scrollTop - el.clientHeight < NEAR_END)
      dispatch(moreWanted(name));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a short page the end may still be visible
  useEffect(loadNearEnd, [loadNearEnd, status, more, live.hasMore, name, rows.length]);

  const handleScroll = () => {
    keep();
    loadNearEnd();
  };
  const isShown = !isEmpty || status === 'ready' || status === 'failed';
  useEffect(() => {
    if (isShown) firstScreenShown();
  }, [isShown]);
  return (
    <div
      className={styles.list}
      ref={scroller}
      onScroll={handleScroll}
      {...expecting}
      role="tabpanel"
      aria-labelledby={labelledBy}
      aria-busy={status === 'loading' || more === 'loading'}
    >
      {isEmpty && (status === 'idle' || status === 'loading') && <SkeletonRows label={t('loadingTickets')} />}
      {isEmpty && status === 'ready' && <EmptyList name={name} />}
      {isEmpty && status === 'failed' && (
        <ErrorState title={t('listFailed')} onRetry={() => dispatch(listRefreshed(name))}>
          {list.failure && errorText(list.failure)}
        </ErrorState>
      )}
      {!isEmpty && (
        <ul
          {...selecting}
          aria-label={label}
          data-selecting={isSelecting || undefined}
          style={{ height: rows.length * rowHeight }}
        >
          <Unsettled value={isScrolling || !isSettled}>
            {indexes.map((index) => (
              <li
                key={rows[index]!.id}
                data-index={index}
                data-ticket={rows[index]!.id}
                aria-setsize={list.live.hasMore ? -1 : rows.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${index * rowHeight}px)`, height: rowHeight }}
              >
                <Row ticket={rows[index]!} isCurrent={rows[index]!.id === currentId} />
              </li>
            ))}
          </Unsettled>
        </ul>
      )}
      {!isEmpty && more === 'loading' && <p className={styles.end}>{t('loadingMore')}</p>}
      {!isEmpty && (status === 'failed' || more === 'failed') && !offline && (
        <p className={styles.end} role="alert">
          {t('listFailed')}. <TextButton onClick={() => dispatch(listRefreshed(name))}>{t('retry')}</TextButton>
        </p>
      )}
    </div>
  );
};
