import type { TicketSort } from '@prosa/contracts';
import ArrowDownWideNarrow from 'lucide-react/icons/arrow-down-wide-narrow';
import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { IconButton } from '../../../ui/marks/button.tsx';
import { MenuButton } from '../../../ui/overlays/menu.tsx';
import { selectView } from '../state/tickets.selectors.ts';
import { viewChanged } from '../state/tickets.slice.ts';
import { rememberSorts, type SortedList, sortsOf } from '../state/tickets.sorts.ts';

/** The order of a list: what it is called, what is offered and chosen, and the choice, which this device remembers. */
export const useOrder = (of: SortedList) => {
  const { t } = useTexts('tickets');
  const dispatch = useDispatch();
  const { sorts } = useSelector(selectView);
  const names = { open: t('serving'), pending: t('waiting'), closed: t('tabClosed') };
  return {
    title: t('orderOf', { list: names[of] }),
    offered: sortsOf(of).map((sort) => ({ sort, label: t(`sort-${sort}`) })),
    chosen: sorts[of],
    choose: (sort: TicketSort) => {
      const changed = { ...sorts, [of]: sort };
      rememberSorts(changed);
      dispatch(viewChanged({ sorts: changed }));
    },
  };
};

/** The menu of a list's orders. */
export const ListOrder = ({ of }: { of: SortedList }) => {
  const { t } = useTexts('tickets');
  const { title, offered, chosen, choose } = useOrder(of);
  const entries = offered.map(({ sort, label }) => ({ id: sort, label, checked: sort === chosen, run: () => choose(sort) }));
  const order = offered.find(({ sort }) => sort === chosen)!.label;
  return (
    <MenuButton label={title} isHeaded entries={entries} placement="bottom-start">
      {(trigger) => <IconButton {...trigger} icon={ArrowDownWideNarrow} small label={t('orderNow', { order })} />}
    </MenuButton>
  );
};
