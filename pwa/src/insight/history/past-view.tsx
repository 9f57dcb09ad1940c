import type { TicketView } from '@prosa/contracts';
import Ghost from 'lucide-react/icons/ghost';
import HistoryIcon from 'lucide-react/icons/history';
import { useEffect, useMemo, useRef } from 'react';
import { Provider, useStore } from 'react-redux';
import { withMessages, withOlder } from '../../desk/messages/state/conversation.ts';
import type { WithMessages } from '../../desk/messages/state/messages.slice.ts';
import { Thread } from '../../desk/messages/thread/thread.tsx';
import row from '../../desk/tickets/list/ticket-row.module.css';
import { Words } from '../../desk/tickets/list/ticket-row.tsx';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Then } from '../../kernel/use-now.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { MarkedText } from '../../ui/marks/marked-text.tsx';
import { EmptyState } from '../../ui/marks/states.tsx';
import { pastStore } from './past-store.ts';
import styles from './past-view.module.css';
import { type Past, pageAt } from './use-past.ts';
import { useShownTime } from './use-shown-time.ts';

type Props = { past: Past; ticketId: string; at: string; later: number };

/** A ticket as it stood: its row of the list and its conversation, by the components that show them today, in which nothing can be done. */
export const PastView = ({ past, ticketId, at, later }: Props) => {
  const { t } = useTexts('history');
  const { shown } = useShownTime();
  return (
    <>
      <p className={styles.note} role="status">
        <Icon of={HistoryIcon} />
        <span>
          <MarkedText text={t('stoodThus')} values={{ at: shown(at) }} />
        </span>
      </p>
      {past.ticket ? (
        <Then value={Date.parse(at)}>
          <div className={styles.row}>
            <div className={row.ticket} data-past-row="">
              <Words ticket={past.ticket} />
            </div>
          </div>
          <PastThread key={past.asOf} past={past} ticket={past.ticket} ticketId={ticketId} />
        </Then>
      ) : (
        <EmptyState icon={Ghost} title={t('wasNot')}>
          {t('wasNotHint')}
        </EmptyState>
      )}
      {later > 0 && <p className={styles.end}>{t('notYet', { count: later })}</p>}
    </>
  );
};

const PastThread = ({ past, ticket, ticketId }: { past: Past; ticket: TicketView; ticketId: string }) => {
  const live = useStore<WithMessages>();
  const isOver = useRef(false);
  useEffect(() => {
    isOver.current = false;
    return () => {
      isOver.current = true;
    };
  }, []);
  const store = useMemo(() => {
    let conversation = withMessages(ticketId, [past.page], []);
    let isBusy = false;
    const made = pastStore(live, ticketId, conversation, () => void older());
    const show = (next: typeof conversation) => {
      conversation = next;
      made.show(next);
    };
    const older = async () => {
      const [first] = conversation.live.ids;
      if (isBusy || first === undefined) return;
      isBusy = true;
      show({ ...conversation, status: 'older' });
      try {
        const page = await pageAt(ticketId, past.asOf, first);
        if (!isOver.current) show(withOlder(conversation, ticketId, page, []));
      } catch {
        if (!isOver.current) show({ ...conversation, status: 'failed' });
      } finally {
        isBusy = false;
      }
    };
    return made;
  }, [live, ticketId, past]);
  // An open ticket is treated as one that cannot be answered from here.
  const tickets = useMemo(
    () => ({
      ...Object.fromEntries(past.older.map((one) => [one.id, one])),
      [ticketId]: ticket.status === 'open' ? { ...ticket, status: 'pending' as const } : ticket,
    }),
    [ticketId, ticket, past],
  );
  return (
    <Provider store={store}>
      <Thread ticketId={ticketId} tickets={tickets} />
    </Provider>
  );
};
