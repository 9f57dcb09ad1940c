import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useIfLoaded } from '../../../kernel/loading/later.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { useFeatures } from '../../../shell/features-context.ts';
import {
  selectIsTagged,
  selectMentionedCount,
  selectSnoozedCount,
  selectUnansweredCount,
  selectView,
} from '../state/tickets.selectors.ts';
import { type Narrow, viewChanged } from '../state/tickets.slice.ts';
import { selectWaits } from '../state/tickets.waits.ts';
import styles from './list-chips.module.css';

const marks: Partial<Record<Chip['id'], string | undefined>> = { near: styles.near, late: styles.late };

type Chip = { id: NonNullable<Narrow['open'] | Narrow['pending']>; count: number };

/** The parts of the list of open or of pending tickets, with their counts: one at a time; an empty one is not offered. */
export const ListChips = () => {
  const { t } = useTexts('tickets');
  const { count } = useFormat();
  const dispatch = useDispatch();
  const { tab, subTab, narrow, saved } = useSelector(selectView);
  const unanswered = useSelector(selectUnansweredCount);
  const snoozed = useSelector(selectSnoozedCount);
  const mentioned = useSelector(selectMentionedCount);
  const waits = useSelector(selectWaits);
  const views = useIfLoaded(useFeatures().find((feature) => feature.views)?.views);
  const isTagged = useSelector(selectIsTagged);
  if (tab === 'search') return null;
  const lists: Chip[] =
    subTab === 'open'
      ? [
          { id: 'unanswered', count: unanswered },
          { id: 'snoozed', count: snoozed },
          { id: 'mentioned', count: mentioned },
        ]
      : [
          { id: 'late', count: waits.late },
          { id: 'near', count: waits.near },
        ];
  const chosen = narrow[subTab];
  const chips = tab === 'open' ? lists.filter((chip) => chip.count > 0 || chip.id === chosen) : [];
  return (
    <div className={styles.row} data-chips="">
      {chips.length > 0 || saved ? (
        <fieldset className={styles.chips} aria-label={t('filters')}>
          {views && <views.ActiveView />}
          {chips.map((chip) => (
            <button
              key={chip.id}
              type="button"
              className={`${styles.chip} ${marks[chip.id] ?? ''}`}
              aria-pressed={chip.id === chosen}
              onClick={() => dispatch(viewChanged({ narrow: { ...narrow, [subTab]: chip.id === chosen ? null : chip.id } }))}
            >
              {t(`chip-${chip.id}`)} {!isTagged && <span className={styles.count}>{count(chip.count)}</span>}
            </button>
          ))}
        </fieldset>
      ) : (
        <span className={styles.chips} />
      )}
      {views && <views.ViewsButton />}
    </div>
  );
};
