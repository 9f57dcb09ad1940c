import type { TicketView } from '@prosa/contracts';
import Inbox from 'lucide-react/icons/inbox';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { titleOf } from '../../../contacts/contacts/titles.ts';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { loadScreenTexts } from '../../../kernel/i18n/i18n.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectLive } from '../../../kernel/live/live.slice.ts';
import { later, useLater } from '../../../kernel/loading/later.ts';
import { panesOf } from '../../../kernel/panes.ts';
import { usePane } from '../../../kernel/use-pane.ts';
import { selectServes } from '../../../people/sessions/sessions.slice.ts';
import panes from '../../../shell/panes.module.css';
import { useRail } from '../../../shell/shell-hooks.ts';
import { useShortcuts } from '../../../shell/shortcuts.ts';
import { useIsPhone, useMedia } from '../../../ui/hooks/use-media.ts';
import { Button, TextButton } from '../../../ui/marks/button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/marks/states.tsx';
import { Composer, ComposerFrame, ComposerPlace } from '../../composer/composer.tsx';
import { useWindowLeft, WindowClosed } from '../../composer/window.tsx';
import { hitWordsOf } from '../../message-search/hit-state.ts';
import { focusThread } from '../../messages/message/go-to-message.ts';
import { SoughtWords } from '../../messages/message/sought.tsx';
import { closed, messageSought, opened, selectConversation, type WithMessages } from '../../messages/state/messages.slice.ts';
import { selectIsWindowRefused } from '../../messages/state/window-refused.ts';
import { NotHere } from '../../messages/thread/not-here.tsx';
import { useTicketActs } from '../acts/ticket-acts.context.ts';
import { focusRow } from '../list/row-focus.ts';
import { selectGoesOnIn, selectKnown } from '../state/tickets.selectors.ts';
import { isGone, ticketWanted } from '../state/tickets.slice.ts';
import { ConversationHead } from './conversation-head.tsx';
import styles from './conversation-pane.module.css';
import { ConversationThread } from './conversation-thread.tsx';
import { LeftText } from './left-text.tsx';
import { PresenceBar } from './presence-bar.tsx';
import { TagBar } from './tag-bar.tsx';
import { useBackToList } from './use-back-to-list.ts';
import { useMergedTicket } from './use-merged-ticket.ts';
import { useWriting } from './use-writing.ts';

/**
 * Up to this width the conversation would be narrower than 560 px beside the drawer (300), the list (a third of the rest, at least 300) and
 * the contact (320); the drawer is therefore collapsed.
 */
const TIGHT = '(max-width: 1479.98px)';

/** Its forms come with the schemas that check them, which are as large as all else that a conversation needs. */
const contactSide = later(
  async () => {
    const texts = ['previous-tickets', 'ticket-notes'].map((name) => loadScreenTexts(name));
    const [side] = await Promise.all([import('./contact-side.tsx'), ...texts]);
    return side;
  },
  { atRest: true },
);

/** The way through what a search found in the conversation. */
const hitWalk = later(async () => (await Promise.all([import('../found/hit-walk.tsx'), loadScreenTexts('message-search')]))[0], {
  atRest: true,
});

/** A ticket's conversation: contact, tags, messages and composer, with the contact pane beside it on request. */
export const ConversationPane = ({ ticketId }: { ticketId: string }) => {
  const { t } = useTexts('tickets');
  const dispatch = useDispatch();
  const backToList = useBackToList();
  const isPhone = useIsPhone();
  const isTight = useMedia(TIGHT);
  const known = useSelector(selectKnown(ticketId));
  const { offline } = useSelector(selectLive);
  const [showsContact, setShowsContact] = useState(false);
  useRail(showsContact && !isPhone && isTight);
  usePane(showsContact && isPhone, () => setShowsContact(false));
  useOpened(ticketId);
  const leavePlace = useGoMessage(ticketId);
  const ticket = known?.ticket ?? null;
  useMergedTicket(ticket);
  const writing = useWriting(ticketId);
  const serves = useSelector(selectServes);
  const side = useLater(contactSide, showsContact);
  const words = hitWordsOf(useLocation().state);
  const hits = useLater(hitWalk, words !== null);
  const walk = hits && words !== null && <hits.HitWalk ticketId={ticketId} words={words} />;
  const hideContact = {
    keys: ['Escape'],
    label: t('keyClose'),
    group: t('title'),
    hidden: true,
    run: () => setShowsContact(false),
  };
  useShortcuts([hideContact], showsContact);

  if (!ticket)
    return (
      <section className={`${panes.pane} ${styles.conversation}`} aria-label={t('conversation')}>
        {!known && <SkeletonRows rows={1} label={t('loadingConversation')} />}
        {known && !known.failure && <Gone onBack={backToList} />}
        {known?.failure &&
          (isGone(known.failure) ? (
            <Gone onBack={backToList} />
          ) : (
            <div className={panes.nothing}>
              {offline && known.failure.status === 0 ? (
                <NotHere />
              ) : (
                <ErrorState title={t('conversationFailed')} onRetry={() => dispatch(ticketWanted(ticketId, true))}>
                  {errorText(known.failure)}
                </ErrorState>
              )}
            </div>
          ))}
      </section>
    );
  return (
    <>
      {(!isPhone || !showsContact) && (
        <section
          className={`${panes.pane} ${styles.conversation}`}
          aria-label={t('conversationWith', { name: titleOf(ticket) })}
          {...writing}
        >
          <h2 className="hidden-text">{t('conversationWith', { name: titleOf(ticket) })}</h2>
          <ConversationHead ticket={ticket} onContact={() => setShowsContact(!showsContact)} isContactShown={showsContact} />
          <TagBar ticket={ticket} end={isPhone ? null : walk} />
          {isPhone && walk}
          <SoughtWords value={words ?? ''}>
            <ConversationThread ticketId={ticketId} onNewest={leavePlace} isReadOnly={!serves} />
          </SoughtWords>
          <PresenceBar ticket={ticket} />
          {serves ? <Foot ticket={ticket} /> : <ComposerPlace>{t('readerFoot')}</ComposerPlace>}
        </section>
      )}
      {showsContact &&
        (side ? (
          <side.ContactSide ticket={ticket} onClose={() => setShowsContact(false)} />
        ) : (
          <aside className={panes.pane} aria-busy="true">
            <SkeletonRows rows={4} label={t('loadingContact')} />
          </aside>
        ))}
    </>
  );
};

/**
 * Opens the conversation while it is shown. One in memory is painted before anything else happens. Of any other the messages may have come
 * while the pane was rendered: opened before that is painted, it shows them at once.
 */
const useOpened = (ticketId: string): void => {
  const store = useStore<WithMessages>();
  const isOpen = useRef(false);
  useLayoutEffect(() => {
    if (selectConversation(ticketId)(store.getState())?.live.asOf != null) return;
    isOpen.current = true;
    store.dispatch(opened(ticketId));
  }, [ticketId, store]);
  useEffect(() => {
    if (!isOpen.current) store.dispatch(opened(ticketId));
    isOpen.current = false;
    return () => void store.dispatch(closed(ticketId));
  }, [ticketId, store]);
};

/**
 * Scrolls to the message that the address names, on every navigation to it. Returns a function that removes the message from the address.
 */
const useGoMessage = (ticketId: string): (() => void) => {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, search, key, state } = location;
  const messageId = new URLSearchParams(search).get('goMessage')?.toLowerCase() ?? null;
  // A dialog above it has a history entry of its own with the same address.
  const isUnderPane = panesOf(location).length > 0;
  const gone = useRef<string | null>(null);
  useEffect(() => {
    if (isUnderPane || gone.current === key) return;
    gone.current = key;
    if (messageId !== null) dispatch(messageSought({ ticketId, messageId }));
  }, [ticketId, messageId, key, isUnderPane, dispatch]);
  return () => {
    if (messageId !== null) void navigate(pathname, { replace: true, state });
  };
};

const Foot = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTexts('tickets');
  const { id, status } = ticket;
  const left = useWindowLeft(ticket);
  const isRefused = useSelector(selectIsWindowRefused(id));
  // The channel's own clock counts, whatever ours says.
  if (status === 'open' && left !== null && (left === 0 || isRefused))
    return (
      <ComposerFrame>
        <WindowClosed ticket={ticket} />
      </ComposerFrame>
    );
  if (status === 'open') return <Composer ticketId={id} about={ticket} onLeave={() => focusRow(id) || focusThread()} />;
  return (
    <>
      <LeftText ticket={ticket} />
      {status === 'pending' ? <ComposerPlace>{t('waitingFoot')}</ComposerPlace> : <ClosedFoot ticket={ticket} />}
    </>
  );
};

/** Where the conversation goes on if it does, and how to go on with it if not. */
const ClosedFoot = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTexts('tickets');
  const { reopen } = useTicketActs();
  const navigate = useNavigate();
  const next = useSelector(selectGoesOnIn(ticket));
  return (
    <ComposerPlace>
      {next ? (
        <>
          {t('closedFootNext')}{' '}
          <TextButton onClick={() => navigate(`/tickets/${next.id}`)}>
            {t('closedFootTicket', { protocol: next.protocol })}
          </TextButton>
        </>
      ) : (
        <>
          {t('closedFoot')} <TextButton onClick={() => reopen(ticket)}>{t('closedFootReopen')}</TextButton> {t('closedFootQueue')}
        </>
      )}
    </ComposerPlace>
  );
};

/** The ticket was handed on, or was never visible to the user. */
const Gone = ({ onBack }: { onBack: () => void }) => {
  const { t } = useTexts('tickets');
  return (
    <div className={panes.nothing}>
      <EmptyState icon={Inbox} title={t('gone')} action={<Button onClick={onBack}>{t('goneBack')}</Button>}>
        {t('goneHint')}
      </EmptyState>
    </div>
  );
};
