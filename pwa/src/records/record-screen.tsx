import Eye from 'lucide-react/icons/eye';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useParams, useSearchParams } from 'react-router-dom';
import { errorText } from '../kernel/calls/error-text.ts';
import { formatCount } from '../kernel/i18n/format.ts';
import { goesOn } from '../kernel/lists/collection.ts';
import { selectLive } from '../kernel/live/live.slice.ts';
import { selectMay, selectMe } from '../people/sessions/sessions.slice.ts';
import type { Screen } from '../shell/feature.ts';
import { useActions, useShortcuts } from '../shell/shortcuts.ts';
import { useTitle } from '../shell/title.ts';
import { TextInput } from '../ui/fields/text-input.tsx';
import { useIsListed, useIsPhone } from '../ui/hooks/use-media.ts';
import { Button, IconButton, TextButton } from '../ui/marks/button.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { Spinner } from '../ui/marks/spinner.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../ui/marks/states.tsx';
import { OrderButton } from './order-button.tsx';
import { folderOf, type Item, nameOf, type RecordDefinition, type RecordProps, type RowAct } from './record.ts';
import { RecordDialog } from './record-dialog.tsx';
import { type ItemOf, type Records, recordList, type ShownRecord } from './record-list.ts';
import { type Order, useOrder } from './record-order.ts';
import { RecordRows } from './record-rows.tsx';
import styles from './record-screen.module.css';
import { RemoveDialog } from './remove-dialog.tsx';
import { usePlan } from './use-plan.ts';
import { useWords, type Words } from './use-words.ts';

/**
 * Creates a screen for the records of a kind: list, search, pages, dialogs and live updates, all from their definition. `parts` are for
 * dialogs outside of the screen.
 */
export const recordScreen = <const Definition extends ShownRecord>(
  definition: RecordDefinition<Definition>,
): Screen & { parts: RecordProps } => {
  const records = recordList<ItemOf<Definition>>(definition.record, definition);
  const parts = { definition: definition as unknown as RecordDefinition, records: records as unknown as Records<Item> };
  return {
    element: <RecordPage {...parts} />,
    slices: [records.slice],
    saga: records.saga,
    speaks: ['records'],
    parts,
  };
};

const useNoHeading = () => null;
const useAll = (count: number): number | null => count;
const useNoActs: NonNullable<RecordDefinition['useActs']> = () => ({ actsOf: () => [], shown: null });

type Open = { does: 'create' } | { does: 'change' | 'remove'; item: Item } | null;

const RecordPage = ({ definition, records }: RecordProps) => {
  const { record } = definition;
  const words = useWords(definition.texts ?? folderOf(record));
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  const isListed = useIsListed();
  const list = useSelector(records.selectList);
  const text = useSelector(records.selectText);
  const me = useSelector(selectMe);
  const mayWrite = useSelector(selectMay(record.may.write as never)) && record.routes.create !== undefined;
  const mayRemove =
    useSelector(selectMay(definition.mayRemove ?? (record.may.write as never))) && record.routes.delete !== undefined;
  const { useActs = useNoActs, useHeading = useNoHeading, tools: Tools, above: Above, dialog: Form = RecordDialog } = definition;
  const { sorts = [], before: Before } = definition;
  const { actsOf: furtherActsOf, shown } = useActs(records);
  const [open, setOpen] = useState<Open>(null);
  const [order, setOrder] = useOrder(sorts);
  const parent = useParams()[records.within ?? ''] ?? null;
  const [params, setParams] = useSearchParams();
  const asked = params.get('search');
  const { by, direction } = order;
  const searchField = useRef<HTMLInputElement>(null);
  const rows = records.rowsOf(list);
  const { hasMore } = list.live;
  const total = hasMore ? list.total : rows.length;
  const shownTotal = formatCount(total, hasMore && list.atLeast);
  const { inPlan } = definition;
  const plan = usePlan(inPlan !== undefined && mayWrite);
  /** How many there are; a search tells only how many it finds. */
  const counted = useRef(0);
  if (list.filter.text === '') counted.current = total;
  const inIt = (definition.useCounted ?? useAll)(counted.current);
  const isFull = inPlan !== undefined && plan !== null && inIt !== null && inIt >= plan[inPlan];
  /** As the API refuses another one. */
  const full = isFull ? errorText({ code: 'ERR_PLAN_LIMIT', details: {} }) : '';
  const isClosed = isFull && !definition.useCounted;
  const mayCreate = mayWrite && !isClosed;
  const countText = (): string => {
    if (list.filter.text) return words('found', { count: total, shown: shownTotal });
    if (inPlan && plan)
      return words('ofPlan', {
        shown: inIt === null ? shownTotal : formatCount(inIt),
        most: formatCount(plan[inPlan]),
        plan: plan.name,
      });
    return words('count', { count: total, shown: shownTotal });
  };
  const close = () => setOpen(null);
  const create = () => setOpen({ does: 'create' });
  const title = useHeading() ?? words('title');
  useTitle(title);
  useEffect(() => void dispatch(records.shown({ by, direction })), [dispatch, records, by, direction]);
  useEffect(() => {
    if (asked !== null) dispatch(records.searched(asked));
  }, [dispatch, records, asked]);
  /** The address tells what to begin with, until the person searches for something else. */
  const handleSearch = (words: string) => {
    dispatch(records.searched(words));
    if (asked === null) return;
    const left = new URLSearchParams(params);
    left.delete('search');
    setParams(left, { replace: true });
  };
  useEffect(() => {
    dispatch(records.entered(parent));
    dispatch(records.wanted());
  }, [dispatch, records, parent]);
  useEffect(() => () => void dispatch(records.left()), [dispatch, records]);
  useShortcuts([{ keys: ['/'], label: words('search'), group: words('title'), run: () => searchField.current?.focus() }]);
  useShortcuts([{ keys: ['n'], label: words('add'), group: words('title'), run: create }], mayCreate);
  useActions(
    [{ id: `${record.name}:add`, label: words('add'), section: 'actions', icon: <Icon of={Plus} />, keys: 'N', run: create }],
    mayCreate,
  );
  const actsOf = (item: Item): RowAct[] => {
    const name = nameOf(definition, item);
    const mayAct = (does: 'change' | 'remove') => (me && definition.mayAct?.(does, item, me)) ?? true;
    const act = (id: 'change' | 'remove', icon: RowAct['icon'], label: string, title: string): RowAct[] => [
      {
        id,
        icon,
        label: words(label),
        title: words(title, { name }),
        danger: id === 'remove',
        run: () => setOpen({ does: id, item }),
      },
    ];
    return [
      ...furtherActsOf(item),
      ...(mayWrite && mayAct('change')
        ? definition.isShownOnly?.(item)
          ? act('change', Eye, 'view', 'viewOne')
          : act('change', Pencil, 'edit', 'editOne')
        : []),
      ...(mayRemove && mayAct('remove') ? act('remove', Trash2, 'removeIt', 'removeOne') : []),
    ];
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className="grow">
          {Before && <Before />}
          <h1>{title}</h1>
          <p className={styles.sub} role="status">
            {list.live.asOf !== null && countText()}
            {full && ` · ${full}`}
          </p>
        </div>
        <div className={styles.find}>
          <TextInput
            ref={searchField}
            icon={Search}
            type="search"
            aria-label={words('search')}
            placeholder={words('search')}
            value={text}
            onChange={({ target }) => handleSearch(target.value)}
          />
        </div>
        {isListed && sorts.length > 0 && <OrderButton {...{ words, sorts, order }} onOrder={setOrder} />}
        {Tools && <Tools />}
        {mayWrite &&
          (isPhone ? (
            <IconButton icon={Plus} label={words('add')} title={full || words('add')} disabled={isClosed} onClick={create} />
          ) : (
            <Button kind="primary" icon={Plus} title={full || undefined} disabled={isClosed} onClick={create}>
              {words('add')}
            </Button>
          ))}
      </header>
      {Above && <Above />}
      <Listed
        {...{ definition, records, words, rows, order }}
        onOrder={setOrder}
        {...(mayCreate ? { onCreate: create } : {})}
        {...(mayWrite || mayRemove || definition.useActs ? { actsOf } : {})}
      />
      {open && open.does !== 'remove' && (
        <Form
          {...{ definition, records, words }}
          {...(open.does === 'change' ? { item: list.live.byId[open.item.id] ?? open.item } : {})}
          {...(records.within ? { given: { [records.within]: parent } } : {})}
          onClose={close}
        />
      )}
      {open?.does === 'remove' && <RemoveDialog {...{ definition, records, words }} item={open.item} onClose={close} />}
      {shown}
    </div>
  );
};

type ListedProps = RecordProps & {
  words: Words;
  rows: Item[];
  order: Order;
  onOrder: (order: Order) => void;
  onCreate?: () => void;
  actsOf?: (item: Item) => RowAct[];
};

/** The rows, or the reason why there are none. */
const Listed = ({ definition, records, words, rows, order, onOrder, onCreate, actsOf }: ListedProps) => {
  const dispatch = useDispatch();
  const { status, more, failure, live, filter, total, atLeast } = useSelector(records.selectList);
  const { offline } = useSelector(selectLive); // the banner shows it for all
  const refresh = () => dispatch(records.refreshed());
  if (rows.length === 0 && status === 'failed')
    return (
      <ErrorState title={words('failed')} onRetry={refresh}>
        {failure && errorText(failure)}
      </ErrorState>
    );
  if (rows.length === 0 && status === 'ready')
    return filter.text === '' ? (
      <EmptyState
        icon={definition.icon}
        title={words('empty')}
        action={
          onCreate && (
            <Button icon={Plus} onClick={onCreate}>
              {words('add')}
            </Button>
          )
        }
      >
        {words('emptyHint')}
      </EmptyState>
    ) : (
      <EmptyState
        icon={Search}
        title={words('nothing', { text: filter.text })}
        action={<Button onClick={() => dispatch(records.searched(''))}>{words('seeAll')}</Button>}
      >
        {words('nothingHint')}
      </EmptyState>
    );
  if (rows.length === 0) return <SkeletonRows label={words('loading')} />;
  const isFailed = (status === 'failed' || more === 'failed') && !offline;
  return (
    <RecordRows
      {...{ definition, words, rows, order, onOrder, actsOf }}
      isBusy={status === 'loading' || more === 'loading'}
      total={live.hasMore ? null : rows.length}
      onNearEnd={() => goesOn({ status, more, live }) && dispatch(records.moreWanted())}
      end={
        isFailed ? (
          <p className={styles.end} role="alert">
            {words('failed')}. <TextButton onClick={refresh}>{words('retry')}</TextButton>
          </p>
        ) : live.hasMore ? (
          <p className={styles.end}>
            {more === 'loading' && <Spinner />}
            {words('partly', { loaded: formatCount(rows.length), total: formatCount(total, atLeast) })}
          </p>
        ) : null
      }
    />
  );
};
