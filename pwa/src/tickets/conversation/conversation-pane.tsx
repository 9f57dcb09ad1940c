import Inbox from 'lucide-react/icons/inbox';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { ContactPane } from '../../contacts/contact-pane.tsx';
import { titleOf } from '../../contacts/titles.ts';
import { errorText } from '../../i18n/error-text.ts';
import { usePane } from '../../kernel/use-pane.ts';
import { Composer, ComposerPlace } from '../../messages/composer.tsx';
import { focusThread } from '../../messages/go-to-message.ts';
import { closed, opened } from '../../messages/messages.slice.ts';
import panes from '../../shell/panes.module.css';
import { useRail } from '../../shell/shell-hooks.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { TicketNotes } from '../../ticket-notes/ticket-notes.tsx';
import { Button, TextButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { useIsPhone, useMedia } from '../../ui/use-media.ts';
import { useTicketActs } from '../dialogs/ticket-acts.tsx';
import { focusRow } from '../list/row-focus.ts';
import { selectKnown } from '../state/tickets.selectors.ts';
import { ticketWanted } from '../state/tickets.slice.ts';
import { ConversationHead } from './conversation-head.tsx';
import styles from './conversation-pane.module.css';
import { ConversationThread } from './conversation-thread.tsx';
import { TagBar } from './tag-bar.tsx';
import { useBackToList } from './use-back-to-list.ts';

/**
 * Up to this width the conversation would be narrower than 560 px beside drawer (300), list (a third of the rest, 344 at least) and
 * contact (320), so that the drawer folds (ADR 108).
 */
const TIGHT = '(max-width: 1523.98px)';

/** A ticket's conversation: who, tags, messages, and the field to write in; the contact beside it when asked for. */
export const ConversationPane = ({ ticketId }: { ticketId: string }) => {
  const { t } = useTranslation('tickets');
  const dispatch = useDispatch();
  const backToList = useBackToList();
  const isPhone = useIsPhone();
  const isTight = useMedia(TIGHT);
  const known = useSelector(selectKnown(ticketId));
  const [showsContact, setShowsContact] = useState(false);
  useRail(showsContact && !isPhone && isTight);
  usePane(showsContact && isPhone, () => setShowsContact(false));
  useEffect(() => {
    dispatch(opened(ticketId));
    return () => void dispatch(closed(ticketId));
  }, [ticketId, dispatch]);
  const ticket = known?.ticket ?? null;
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
          (known.failure.status === 404 || known.failure.status === 400 ? (
            <Gone onBack={backToList} />
          ) : (
            <div className={panes.nothing}>
              <ErrorState title={t('conversationFailed')} onRetry={() => dispatch(ticketWanted(ticketId, true))}>
                {errorText(known.failure)}
              </ErrorState>
            </div>
          ))}
      </section>
    );
  return (
    <>
      {(!isPhone || !showsContact) && (
        <section className={`${panes.pane} ${styles.conversation}`} aria-label={t('conversationWith', { name: titleOf(ticket) })}>
          <h2 className="hidden-text">{t('conversationWith', { name: titleOf(ticket) })}</h2>
          <ConversationHead ticket={ticket} onContact={() => setShowsContact(!showsContact)} isContactShown={showsContact} />
          <TagBar ticket={ticket} />
          <ConversationThread ticketId={ticketId} />
          <Foot ticketId={ticketId} status={ticket.status} />
        </section>
      )}
      {showsContact && (
        <ContactPane contactId={ticket.contactId} onClose={() => setShowsContact(false)}>
          <TicketNotes ticketId={ticketId} contactId={ticket.contactId} />
        </ContactPane>
      )}
    </>
  );
};

const Foot = ({ ticketId, status }: { ticketId: string; status: 'pending' | 'open' | 'closed' }) => {
  const { t } = useTranslation('tickets');
  const { reopen } = useTicketActs();
  const known = useSelector(selectKnown(ticketId));
  if (status === 'open') return <Composer ticketId={ticketId} onLeave={() => focusRow(ticketId) || focusThread()} />;
  return (
    <ComposerPlace>
      {status === 'pending' ? (
        t('waitingFoot')
      ) : (
        <>
          {t('closedFoot')} <TextButton onClick={() => known?.ticket && reopen(known.ticket)}>{t('closedFootReopen')}</TextButton>{' '}
          {t('closedFootQueue')}
        </>
      )}
    </ComposerPlace>
  );
};

/** It was handed on, or never was theirs to see. */
const Gone = ({ onBack }: { onBack: () => void }) => {
  const { t } = useTranslation('tickets');
  return (
    <div className={panes.nothing}>
      <EmptyState icon={Inbox} title={t('gone')} action={<Button onClick={onBack}>{t('goneBack')}</Button>}>
        {t('goneHint')}
      </EmptyState>
    </div>
  );
};
