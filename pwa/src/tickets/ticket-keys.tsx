import type { TicketView } from '@prosa/contracts';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import Check from 'lucide-react/icons/check';
import Plus from 'lucide-react/icons/plus';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Undo2 from 'lucide-react/icons/undo-2';
import { useTranslation } from 'react-i18next';
import { useSelector, useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { focusComposer } from '../messages/go-to-message.ts';
import { type PaletteAction, useActions, useShortcuts } from '../shell/shortcuts.ts';
import { Icon, type IconType } from '../ui/icon.tsx';
import { mayPress } from '../ui/steady.ts';
import { type TicketActs, useTicketActs } from './dialogs/ticket-acts.tsx';
import { focusedTicketId, focusRow } from './list/row-focus.ts';
import { selectTicket, type WithTickets } from './state/tickets.selectors.ts';

/**
 * A, D, E, T for the row that has the focus, else for the ticket that is shown; Escape closes it, and its row has the focus. The palette
 * offers the same.
 */
export const TicketKeys = ({ ticketId }: { ticketId: string | null }) => {
  const { t } = useTranslation('tickets');
  const store = useStore<WithTickets>();
  const navigate = useNavigate();
  const acts = useTicketActs();
  const shown = useSelector(selectTicket(ticketId ?? ''));
  /** A key that was pressed twice does not go on to the next ticket, where the first one has gone. */
  const on = (status: TicketView['status'], name: string, act: (ticket: TicketView) => void) => () => {
    const focused = focusedTicketId();
    const ticket = focused ? selectTicket(focused)(store.getState()) : shown;
    if (ticket?.status === status && mayPress(`${name} ${ticket.id}`)) act(ticket);
  };
  /** Its row acts for the list alone, unless the chat beside it is of that very ticket. */
  const resolve = (ticket: TicketView) => (ticket.id === shown?.id ? acts.resolve : acts.resolveInList)(ticket);
  const group = t('title');
  useShortcuts([
    { keys: ['a'], label: t('accept'), group, run: on('pending', 'accept', acts.accept) },
    { keys: ['d'], label: t('giveBackLong'), group, run: on('open', 'return', acts.giveBack) },
    { keys: ['e'], label: t('resolve'), group, run: on('open', 'resolve', resolve) },
    { keys: ['t'], label: t('transfer'), group, run: on('open', 'transfer', acts.transfer) },
    { keys: ['n'], label: t('newTitle'), group, run: () => acts.create() },
    { keys: ['/'], label: t('keyWrite'), group, run: focusComposer },
  ]);
  const close = () => {
    if (ticketId !== null) focusRow(ticketId);
    void navigate('/tickets');
  };
  useShortcuts([{ keys: ['Escape'], label: t('keyClose'), group, run: close }], ticketId !== null);
  useActions([
    {
      id: 'tickets:new',
      label: t('newTitle'),
      section: 'actions',
      icon: <Icon of={Plus} />,
      keys: 'N',
      run: () => acts.create(),
    },
    ...actionsOf(shown, acts, t),
  ]);
  return null;
};

type Words = ReturnType<typeof useTranslation<'tickets'>>['t'];

const actionsOf = (ticket: TicketView | null, acts: TicketActs, t: Words): PaletteAction[] => {
  const action = (
    id: string,
    label: string,
    icon: IconType,
    keys: string | undefined,
    act: (ticket: TicketView) => void,
  ): PaletteAction => ({
    id: `tickets:${id}`,
    label,
    section: 'actions',
    icon: <Icon of={icon} />,
    ...(keys ? { keys } : {}),
    run: () => ticket && act(ticket),
  });
  switch (ticket?.status) {
    case 'pending':
      return [action('accept', t('acceptThis'), Check, 'A', acts.accept)];
    case 'open':
      return [
        action('resolve', t('resolveThis'), Check, 'E', acts.resolve),
        action('return', t('giveBackThis'), Undo2, 'D', acts.giveBack),
        action('transfer', t('transferThis'), ArrowRightLeft, 'T', acts.transfer),
      ];
    case 'closed':
      return [action('reopen', t('reopenThis'), RotateCcw, undefined, acts.reopen)];
    default:
      return [];
  }
};
