import type { TicketView } from '@prosa/contracts';
import AlarmClock from 'lucide-react/icons/alarm-clock';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import Check from 'lucide-react/icons/check';
import ListEnd from 'lucide-react/icons/list-end';
import Plus from 'lucide-react/icons/plus';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { useEffect } from 'react';
import { useSelector, useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMay, selectServes } from '../../people/sessions/sessions.slice.ts';
import { type PaletteAction, useActions, useShortcuts } from '../../shell/shortcuts.ts';
import { Icon, type IconType } from '../../ui/marks/icon.tsx';
import { mayPress } from '../../ui/steady.ts';
import { focusComposer } from '../messages/message/go-to-message.ts';
import { type TicketActs, useTicketActs } from './acts/ticket-acts.context.ts';
import { useFurtherActs } from './acts/use-further-acts.ts';
import { focusedTicketId, focusRow } from './list/row-focus.ts';
import { useChosen } from './list/selection.tsx';
import { nextWanted } from './state/next-ticket.ts';
import type { BulkAct } from './state/tickets.bulk.ts';
import { selectTicket, type WithTickets } from './state/tickets.selectors.ts';

/**
 * The keys A, D, E (with Shift without a message), T and S, and those of further acts, act on the selected rows, else on the row with the focus, else on the shown ticket. Escape closes the shown ticket
 * and focuses its row. The palette offers the same.
 */
export const TicketKeys = ({ ticketId }: { ticketId: string | null }) => {
  const { t } = useTexts('tickets');
  const store = useStore<WithTickets>();
  const navigate = useNavigate();
  const acts = useTicketActs();
  const further = useFurtherActs();
  const shown = useSelector(selectTicket(ticketId ?? ''));
  const chosen = useChosen();
  const serves = useSelector(selectServes);
  const mayDelete = useSelector(selectMay('ticket-options:deleteTicket'));
  const nearest = (): TicketView | null => {
    const focused = focusedTicketId();
    return focused ? selectTicket(focused)(store.getState()) : shown;
  };
  const toThose = (act: (ticket: TicketView) => void) => () => {
    for (const ticket of chosen.length > 0 ? chosen : [nearest()]) if (ticket) act(ticket);
  };
  /** A second press of a key does not act on the next ticket, which may have taken the place of the first. */
  const on = (status: TicketView['status'], name: BulkAct['name'], act: (ticket: TicketView) => void) => () => {
    if (chosen.length > 0) return mayPress(`all ${name}`) ? acts.toAll(name, chosen) : undefined;
    const ticket = nearest();
    if (ticket?.status === status && mayPress(`${name} ${ticket.id}`)) act(ticket);
  };
  const snooze = () => {
    const ticket = nearest();
    if (ticket?.status === 'open') acts.snooze(ticket);
  };
  const next = () => store.dispatch(nextWanted());
  // When another ticket opens by itself, the focus goes with it: keys act on the row that has it before the shown ticket.
  useEffect(() => {
    const focused = focusedTicketId();
    if (ticketId === null || focused === null || focused === ticketId) return;
    if (!focusRow(ticketId)) document.getElementById('content')?.focus({ preventScroll: true });
  }, [ticketId]);
  const group = t('title');
  const serving = [
    { keys: ['a'], label: t('accept'), group, run: on('pending', 'accept', acts.accept) },
    { keys: ['d'], label: t('giveBackLong'), group, run: on('open', 'return', acts.giveBack) },
    { keys: ['e'], label: t('resolve'), group, run: on('open', 'resolve', acts.resolve) },
    { keys: ['shift+e'], label: t('resolveSilently'), group, run: on('open', 'resolve', (ticket) => acts.resolve(ticket, true)) },
    { keys: ['g'], label: t('keyNext'), group, run: next },
    { keys: ['t'], label: t('transfer'), group, run: on('open', 'transfer', acts.transfer) },
    { keys: ['s'], label: t('snooze'), group, run: snooze },
    { keys: ['n'], label: t('newTitle'), group, run: () => acts.create() },
    { keys: ['/'], label: t('keyWrite'), group, run: focusComposer },
  ];
  useShortcuts([
    ...(serves ? serving : []),
    ...further.flatMap(({ key, label, run }) => (key ? [{ keys: [key], label, group, run: toThose(run) }] : [])),
  ]);
  const close = () => {
    if (ticketId !== null) focusRow(ticketId);
    void navigate('/tickets');
  };
  useShortcuts([{ keys: ['Escape'], label: t('keyClose'), group, run: close }], ticketId !== null);
  const served: PaletteAction[] = [
    {
      id: 'tickets:new',
      label: t('newTitle'),
      section: 'actions',
      icon: <Icon of={Plus} />,
      keys: 'N',
      run: () => acts.create(),
    },
    {
      id: 'tickets:next',
      label: t('keyNext'),
      section: 'actions',
      icon: <Icon of={ListEnd} />,
      keys: 'G',
      run: next,
    },
    ...actionsOf(shown, acts, t, mayDelete),
  ];
  useActions([
    ...(serves ? served : []),
    ...further
      .filter(({ offers }) => shown && offers(shown))
      .map(({ id, label, icon, key, run }) => ({
        id: `tickets:${id}`,
        label,
        section: 'actions' as const,
        icon: <Icon of={icon} />,
        ...(key && { keys: key.toUpperCase() }),
        run: () => shown && run(shown),
      })),
  ]);
  return null;
};

type Words = ReturnType<typeof useTexts<'tickets'>>['t'];

const actionsOf = (ticket: TicketView | null, acts: TicketActs, t: Words, mayDelete: boolean): PaletteAction[] => {
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
  const remove = ticket && mayDelete ? [action('delete', t('deleteThis'), Trash2, undefined, acts.remove)] : [];
  switch (ticket?.status) {
    case 'pending':
      return [action('accept', t('acceptThis'), Check, 'A', acts.accept), ...remove];
    case 'open':
      return [
        action('resolve', t('resolveThis'), Check, 'E', acts.resolve),
        action('resolve-silently', t('resolveSilently'), Check, 'Shift E', (open) => acts.resolve(open, true)),
        action('return', t('giveBackThis'), Undo2, 'D', acts.giveBack),
        action('transfer', t('transferThis'), ArrowRightLeft, 'T', acts.transfer),
        action('snooze', t('snoozeThis'), AlarmClock, 'S', acts.snooze),
        ...remove,
      ];
    case 'closed':
      return [action('reopen', t('reopenThis'), RotateCcw, undefined, acts.reopen), ...remove];
    default:
      return [];
  }
};
