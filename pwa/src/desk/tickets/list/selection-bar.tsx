import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import Check from 'lucide-react/icons/check';
import TagIcon from 'lucide-react/icons/tag';
import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { selectAct } from '../../../kernel/calls/commands.slice.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { Checkbox } from '../../../ui/fields/choices.tsx';
import { useIsPhone } from '../../../ui/hooks/use-media.ts';
import { Button, IconButton } from '../../../ui/marks/button.tsx';
import { useTicketActs } from '../acts/ticket-acts.context.ts';
import { type BulkAct, fitting } from '../state/tickets.bulk.ts';
import { rowsOf, selectBulkResult, selectList, selectListName } from '../state/tickets.selectors.ts';
import { useChosen, useSelection } from './selection.tsx';
import styles from './selection-bar.module.css';

const acts: { name: BulkAct['name']; icon: typeof Check; label: 'accept' | 'resolve' | 'giveBack' | 'transfer' | 'tags' }[] = [
  { name: 'accept', icon: Check, label: 'accept' },
  { name: 'resolve', icon: Check, label: 'resolve' },
  { name: 'return', icon: Undo2, label: 'giveBack' },
  { name: 'transfer', icon: ArrowRightLeft, label: 'transfer' },
  { name: 'tag', icon: TagIcon, label: 'tags' },
];

/** Replaces the list's filters while rows are selected: shows their number and the bulk actions. */
export const SelectionBar = () => {
  const { t } = useTexts('tickets');
  const chosen = useChosen();
  const { clear, only } = useSelection();
  const { toAll } = useTicketActs();
  const rows = rowsOf(useSelector(selectList(useSelector(selectListName))));
  const isPhone = useIsPhone();
  const isBusy = useOutcome();
  const offered = acts.filter(({ name }) => fitting(name, chosen).length > 0);
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('selected', { count: chosen.length })}>
      <Checkbox
        checked={chosen.length === rows.length}
        onChange={(checked) => (checked ? only(rows.map(({ id }) => id)) : clear())}
      >
        <span role="status" className="truncate">
          {t('selected', { count: chosen.length })}
        </span>
      </Checkbox>
      {offered.map(({ name, icon, label }, index) =>
        index === 0 && !isPhone ? (
          <Button key={name} small icon={icon} busy={isBusy} steady={`all ${name}`} onClick={() => toAll(name, chosen)}>
            {t(label)}
          </Button>
        ) : (
          <IconButton
            key={name}
            icon={icon}
            smallIcon
            label={t(label)}
            disabled={isBusy}
            steady={`all ${name}`}
            onClick={() => toAll(name, chosen)}
          />
        ),
      )}
      <IconButton icon={X} smallIcon label={t('selectNone')} onClick={clear} />
    </div>
  );
};

/** Whether a bulk action is running. Afterwards the tickets that refused it stay selected. */
const useOutcome = (): boolean => {
  const { clear, only } = useSelection();
  const act = useSelector(selectAct('tickets/bulk'));
  const told = useSelector(selectBulkResult);
  const isBusy = act?.status === 'running';
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !act) {
      if (told) only(told.failed.map(({ id }) => id));
      else clear();
    }
    wasBusy.current = isBusy;
  }, [act, isBusy, told, only, clear]);
  return isBusy;
};
