import type { TicketView } from '@prosa/contracts';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ListEnd from 'lucide-react/icons/list-end';
import { useDispatch, useSelector } from 'react-redux';
import { selectIsRunning } from '../../../kernel/calls/commands.slice.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../../people/sessions/sessions.slice.ts';
import { nextOpeningChosen, selectOpensNext } from '../../../shell/preferences.slice.ts';
import { useIsPhone } from '../../../ui/hooks/use-media.ts';
import { Button, IconButton } from '../../../ui/marks/button.tsx';
import { MenuButton, type MenuEntry } from '../../../ui/overlays/menu.tsx';
import { useTicketActs } from '../acts/ticket-acts.context.ts';
import { useResolving } from '../acts/use-resolving.ts';
import { resolveTicket } from '../state/resolve.commands.ts';
import head from './conversation-head.module.css';
import styles from './resolve-button.module.css';

/** The further ways to resolve: without a message, and whether the next ticket opens then. */
export const useResolvingEntries = (ticket: TicketView): MenuEntry[] => {
  const { t } = useTexts('tickets');
  const dispatch = useDispatch();
  const { resolve } = useTicketActs();
  const userId = useSelector(selectMe)?.id;
  const opensNext = useSelector(selectOpensNext(userId));
  const isPhone = useIsPhone();
  return [
    {
      id: 'silently',
      label: t('resolveSilently'),
      detail: t('resolveSilentlyHint'),
      icon: Check,
      ...(isPhone ? {} : { keys: 'Shift E' }),
      steady: `resolve ${ticket.id}`,
      run: () => resolve(ticket, true),
    },
    {
      id: 'next',
      label: t('openNextAfter'),
      icon: ListEnd,
      checked: opensNext,
      isSwitch: true,
      stays: true,
      run: () => userId && dispatch(nextOpeningChosen({ userId, opens: !opensNext })),
    },
  ];
};

/** Resolves the ticket of a conversation; its icon says whether the customer gets a message. `isShort`: without the menu. */
export const ResolveButton = ({ ticket, isShort = false }: { ticket: TicketView; isShort?: boolean }) => {
  const { t } = useTexts('tickets');
  const { resolve } = useTicketActs();
  const { icon, detail, hint } = useResolving(ticket);
  const [silently, next] = useResolvingEntries(ticket) as [MenuEntry, MenuEntry];
  const busy = useSelector(selectIsRunning(resolveTicket.act({ ticketId: ticket.id, withoutRating: false })));
  const act = { icon, busy, title: hint, steady: `resolve ${ticket.id}`, onClick: () => resolve(ticket) };
  if (isShort) return <IconButton {...act} label={t('resolve')} className={head.resolve} />;
  const entries: MenuEntry[] = [
    { id: 'resolve', label: t('resolve'), detail, icon, keys: 'E', steady: act.steady, run: act.onClick },
    silently,
    'separator',
    next,
  ];
  return (
    <span className={styles.split}>
      <Button {...act} kind="primary">
        {t('resolve')}
      </Button>
      <MenuButton label={t('resolveMore')} entries={entries}>
        {(trigger) => <IconButton {...trigger} icon={ChevronDown} smallIcon kind="primary" label={t('resolveMore')} />}
      </MenuButton>
    </span>
  );
};
