import CircleCheck from 'lucide-react/icons/circle-check';
import Inbox from 'lucide-react/icons/inbox';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate, useParams } from 'react-router-dom';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { afterFirstScreen } from '../../kernel/loading/first-screen.ts';
import { later, useLater } from '../../kernel/loading/later.ts';
import { useAfterPaint } from '../../kernel/loading/use-after-paint.ts';
import type { Screen } from '../../shell/feature.ts';
import panes from '../../shell/panes.module.css';
import { useWithoutTopBar } from '../../shell/shell-hooks.ts';
import { useTitle } from '../../shell/title.ts';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { Button } from '../../ui/marks/button.tsx';
import { Icon, type IconType } from '../../ui/marks/icon.tsx';
import { Kbd } from '../../ui/marks/kbd.tsx';
import { TabList } from '../../ui/marks/tabs.tsx';
import conversationStyles from './conversation/conversation-pane.module.css';
import { ConversationPlace } from './conversation/conversation-place.tsx';
import { useTrail } from './conversation/use-back-to-list.ts';
import { TicketActsProvider } from './dialogs/ticket-acts.tsx';
import { ListPane } from './list/list-pane.tsx';
import { SelectionProvider } from './list/selection.tsx';
import { newPlaces, RestoredPlaces } from './list/use-restored-scroll.ts';
import { selectIsDone } from './state/tickets.selectors.ts';
import { doneChanged } from './state/tickets.slice.ts';
import styles from './tickets-screen.module.css';

/** The keys of the tickets, and what the palette offers for them. */
const keys = later(() => import('./ticket-keys.tsx'));

/** The list with the conversation beside it; on phones one of them. */
const TicketsScreen = () => {
  const { t } = useTexts('tickets');
  const { ticketId } = useParams();
  const isPhone = useIsPhone();
  const [isShown, setShown] = useState(false);
  useEffect(() => afterFirstScreen(() => setShown(true)), []);
  const parts = useLater(keys, isShown);
  const [places] = useState(newPlaces);
  const dispatch = useDispatch();
  useEffect(() => {
    if (ticketId !== undefined) dispatch(doneChanged(false));
  }, [ticketId, dispatch]);
  useTitle(t('title'));
  useTrail();
  useWithoutTopBar(isPhone && ticketId !== undefined);
  // With another conversation the focused element may be gone. Before the frame is painted, a focus would force a layout.
  const keepFocus = useAfterPaint(() => {
    if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each navigation
  useEffect(keepFocus, [ticketId]);
  const conversation = ticketId ? <ConversationPlace key={ticketId} ticketId={ticketId} /> : <NothingChosen />;
  return (
    <TicketActsProvider>
      <SelectionProvider>
        <h1 className="hidden-text">{t('title')}</h1>
        {parts && <parts.TicketKeys ticketId={ticketId ?? null} />}
        <RestoredPlaces value={places}>
          {isPhone ? (
            <PhonePanes ticketId={ticketId}>{conversation}</PhonePanes>
          ) : (
            <div className={styles.tickets}>
              <ListPane currentId={ticketId ?? null} />
              {conversation}
            </div>
          )}
        </RestoredPlaces>
      </SelectionProvider>
    </TicketActsProvider>
  );
};

export const screen: Screen = { element: <TicketsScreen />, saysShown: true };

const NothingChosen = () => {
  const { t } = useTexts('tickets');
  const isDone = useSelector(selectIsDone);
  return (
    <section className={`${panes.pane} ${conversationStyles.conversation}`} aria-label={t('conversation')}>
      <div className={panes.nothing} role={isDone ? 'status' : undefined}>
        <Icon of={isDone ? CircleCheck : MessagesSquare} size="large" />
        <b>{t(isDone ? 'nobodyWaits' : 'chooseOne')}</b>
        <span>{t(isDone ? 'nobodyWaitsHint' : 'chooseOneHint')}</span>
        <span className={panes.keysHint}>
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd> {t('keysBrowse')} <Kbd>Enter</Kbd> {t('keysOpen')}
        </span>
      </div>
    </section>
  );
};

/** A conversation fills the screen; without one there are two tabs at the bottom. */
const PhonePanes = ({ ticketId, children }: { ticketId: string | undefined; children: React.ReactNode }) => {
  const { t } = useTexts('tickets');
  const navigate = useNavigate();
  const [pane, setPane] = useState<'ticket' | 'list'>('list');
  const [last, setLast] = useState<string | null>(null);
  const isDone = useSelector(selectIsDone);
  useEffect(() => {
    if (ticketId === undefined) return;
    setLast(ticketId);
    setPane('list');
  }, [ticketId]);
  if (ticketId !== undefined) return <div className={`phone-panes ${styles.phone}`}>{children}</div>;
  const handleTicket = () => (last === null ? setPane('ticket') : void navigate(`/tickets/${last}`));
  return (
    <div className={`phone-panes ${styles.phone}`}>
      {isDone && pane === 'list' && (
        <p className={styles.done} role="status">
          <Icon of={CircleCheck} />
          {t('nobodyWaits')}
        </p>
      )}
      {pane === 'list' ? (
        <ListPane currentId={null} />
      ) : (
        <section className={styles.nothingYet} aria-label={t('ticketTab')}>
          <Button kind="primary" icon={Inbox} onClick={() => setPane('list')}>
            {t('chooseTicket')}
          </Button>
        </section>
      )}
      <TabList
        className={styles.bottomTabs!}
        label={t('screen')}
        items={[
          { id: 'ticket', label: <PhoneTab icon={MessageSquareText} label={t('ticketTab')} /> },
          { id: 'list', label: <PhoneTab icon={Inbox} label={t('title')} /> },
        ]}
        chosen={pane}
        onChoose={(to) => (to === 'ticket' ? handleTicket() : setPane('list'))}
      />
    </div>
  );
};

const PhoneTab = ({ icon, label }: { icon: IconType; label: string }) => (
  <>
    <Icon of={icon} size="large" />
    {label}
  </>
);
