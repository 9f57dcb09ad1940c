import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectMay } from '../../../people/sessions/sessions.slice.ts';
import { Checkbox, Switch } from '../../../ui/fields/choices.tsx';
import { Dot } from '../../../ui/marks/tag.tsx';
import { MultiSelect } from '../../../ui/overlays/select.tsx';
import { selectListName, selectQueueChoices, selectShowsAll, selectView } from '../state/tickets.selectors.ts';
import { viewChanged } from '../state/tickets.slice.ts';
import type { SortedList } from '../state/tickets.sorts.ts';
import { AttendantChoice, ListAttendant } from './list-attendant.tsx';
import styles from './list-filters.module.css';
import { ListOrder, useOrder } from './list-order.tsx';

/** Maximum number of dots shown. */
const DOTS = 5;

/** Filters by queue and, for users who may, by whether all tickets are shown. `asSheet`: stacked, on phones. */
export const ListFilters = ({ asSheet = false }: { asSheet?: boolean }) => {
  const { t } = useTexts('tickets');
  const dispatch = useDispatch();
  const { showAll, hiddenQueues } = useSelector(selectView);
  const mayShowAll = useSelector(selectMay('tickets-manager:showall'));
  const choices = useSelector(selectQueueChoices).map((choice) => ({ ...choice, name: choice.name || t('noQueue') }));
  const chosen = choices.filter(({ id }) => !hiddenQueues.includes(id));
  const choose = (ids: string[]) =>
    dispatch(viewChanged({ hiddenQueues: choices.map(({ id }) => id).filter((id) => !ids.includes(id)) }));
  const all = mayShowAll && (
    <Switch checked={showAll} onChange={(checked) => dispatch(viewChanged({ showAll: checked }))}>
      {t('showAll')}
    </Switch>
  );
  const shown = useSelector(selectListName);
  /** Whether others' tickets are among those of the list. */
  const isServed = useSelector(selectShowsAll) && (shown === 'open' || shown === 'closed');
  if (asSheet)
    return (
      <div className="form">
        {shown !== 'search' && <OrderChoice of={shown} />}
        {isServed && <AttendantChoice of={shown} />}
        <fieldset className={`field ${styles.queues}`}>
          <legend className="label">{t('queues')}</legend>
          <div className={styles.checkList}>
            {choices.map(({ id, name, color }) => (
              <Checkbox
                key={id}
                checked={!hiddenQueues.includes(id)}
                onChange={(checked) =>
                  choose(checked ? [...chosen.map((one) => one.id), id] : chosen.map((one) => one.id).filter((one) => one !== id))
                }
              >
                <Dot color={color} />
                {name}
              </Checkbox>
            ))}
          </div>
        </fieldset>
        {all}
      </div>
    );
  return (
    <div className={styles.filters}>
      <MultiSelect
        label={t('queues')}
        className="quiet small"
        items={choices}
        chosen={chosen.map(({ id }) => id)}
        onChoose={choose}
      >
        {t('queuesChosen', { chosen: chosen.length, all: choices.length })}{' '}
        <span className={styles.dots} data-dots="">
          {chosen.slice(0, DOTS).map(({ id, color }) => (
            <Dot key={id} color={color} />
          ))}
        </span>
      </MultiSelect>
      {shown !== 'search' && <ListOrder of={shown} />}
      {isServed && <ListAttendant of={shown} />}
      <span className="grow" />
      {all}
    </div>
  );
};

/** The order of a list, as a choice in the sheet. */
const OrderChoice = ({ of }: { of: SortedList }) => {
  const { title, offered, chosen, choose } = useOrder(of);
  return (
    <fieldset className={`field ${styles.queues}`}>
      <legend className="label">{title}</legend>
      <div className={styles.checkList}>
        {offered.map(({ sort, label }) => (
          <label key={sort} className="check">
            <input type="radio" name="order" checked={sort === chosen} onChange={() => choose(sort)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
};
