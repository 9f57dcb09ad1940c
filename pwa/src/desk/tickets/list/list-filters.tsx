import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { later, useLater } from '../../../kernel/loading/later.ts';
import { selectMay, selectServes } from '../../../people/sessions/sessions.slice.ts';
import { Switch } from '../../../ui/fields/choices.tsx';
import { Dot } from '../../../ui/marks/tag.tsx';
import { MultiSelect } from '../../../ui/overlays/select.tsx';
import { selectListName, selectQueueChoices, selectShowsAll, selectView } from '../state/tickets.selectors.ts';
import { viewChanged } from '../state/tickets.slice.ts';
import styles from './list-filters.module.css';
import { ListOrder } from './list-order.tsx';

/** Maximum number of dots shown. */
const DOTS = 5;

const attendantMenu = later(() => import('./list-attendant.tsx'));

/** What a list can be narrowed to: the queues and, for users who may, everybody's tickets or those of one attendant. */
export const useListFilters = () => {
  const { t } = useTexts('tickets');
  const dispatch = useDispatch();
  const { showAll, hiddenQueues } = useSelector(selectView);
  const serves = useSelector(selectServes);
  const mayShowAll = useSelector(selectMay('tickets-manager:showall'));
  const choices = useSelector(selectQueueChoices).map((choice) => ({ ...choice, name: choice.name || t('noQueue') }));
  const chosen = choices.filter(({ id }) => !hiddenQueues.includes(id));
  const choose = (ids: string[]) =>
    dispatch(viewChanged({ hiddenQueues: choices.map(({ id }) => id).filter((id) => !ids.includes(id)) }));
  const shown = useSelector(selectListName);
  const showsAll = useSelector(selectShowsAll);
  return {
    choices,
    chosen,
    choose,
    shown,
    /** The list, if others' tickets are among its own. */
    served: showsAll && (shown === 'open' || shown === 'closed') ? shown : null,
    // Who serves no tickets has none of their own to show alone.
    all: mayShowAll && serves && (
      <Switch checked={showAll} onChange={(checked) => dispatch(viewChanged({ showAll: checked }))}>
        {t('showAll')}
      </Switch>
    ),
  };
};

/** The filters above a list, where there is room for them. */
export const ListFilters = () => {
  const { t } = useTexts('tickets');
  const { choices, chosen, choose, shown, served, all } = useListFilters();
  const attendants = useLater(attendantMenu, served !== null);
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
      {served && (attendants ? <attendants.ListAttendant of={served} /> : <span className={styles.attendant} />)}
      <span className="grow" />
      {all}
    </div>
  );
};
