import { queues as definition, type QueueView } from '@prosa/contracts/schemas';
import type { Slice } from '@reduxjs/toolkit';
import Check from 'lucide-react/icons/check';
import ListTree from 'lucide-react/icons/list-tree';
import { recordScreen } from '../../records/record-screen.tsx';
import { useHistoryAct } from '../../records/use-history-act.ts';
import { useWords } from '../../records/use-words.ts';
import type { Screen } from '../../shell/feature.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { Dot } from '../../ui/marks/tag.tsx';
import { onWorkingDays } from '../hours/hours.ts';
import { menusSlice } from '../menus/menus.slice.ts';
import { QueueDialog } from './queue-dialog.tsx';

const DefaultMark = () => (
  <span className="with-dot">
    <Icon of={Check} label={useWords('queues')('isIt')} />
  </span>
);

const Way = ({ distribution, maxPerUser }: QueueView) => {
  const words = useWords('queues');
  return distribution === 'turns' && maxPerUser !== null ? words('upTo', { count: maxPerUser }) : words(`ways.${distribution}`);
};

/** After how many minutes a wait is near its limit, and late. */
const Limits = ({ warnAfterMinutes, lateAfterMinutes }: QueueView) => {
  const words = useWords('queues');
  if (warnAfterMinutes === null && lateAfterMinutes === null) return <span className="secondary">{words('noLimits')}</span>;
  return `${warnAfterMinutes ?? '–'} / ${lateAfterMinutes ?? '–'} min`;
};

const useQueueActs = () => {
  const historyOf = useHistoryAct('/queues');
  return { actsOf: ({ id, name }: QueueView) => historyOf(id, name), shown: null };
};

const made = recordScreen({
  record: definition,
  icon: ListTree,
  columns: [
    {
      field: 'name',
      cell: ({ name, color }) => (
        <span className="with-dot">
          <Dot color={color} />
          <span className="truncate">{name}</span>
        </span>
      ),
    },
    {
      field: 'greetingMessage',
      isWide: true,
      cell: ({ greetingMessage }) =>
        greetingMessage === '' ? null : <span className="truncate secondary">{greetingMessage}</span>,
    },
    { field: 'schedules', cell: ({ schedules }) => onWorkingDays(schedules), onPhone: 'end' },
    { field: 'distribution', cell: (queue) => <Way {...queue} />, isMinor: true, onPhone: 'nowhere' },
    { field: 'lateAfterMinutes', cell: (queue) => <Limits {...queue} />, isMinor: true, onPhone: 'nowhere' },
    { field: 'optionsCount', isNumber: true, onPhone: 'nowhere' },
    { field: 'isDefault', cell: ({ isDefault }) => isDefault && <DefaultMark />, onPhone: 'end' },
  ],
  fields: [],
  inPlan: 'queues',
  finds: (text, { name }) => name.toLowerCase().includes(text.toLowerCase()),
  dialog: QueueDialog,
  useActs: useQueueActs,
  confirms: true,
});

export const screen: Screen = {
  ...made,
  slices: [...made.slices!, menusSlice as unknown as Slice],
  speaks: [...made.speaks!, 'hours', 'menus'],
};
