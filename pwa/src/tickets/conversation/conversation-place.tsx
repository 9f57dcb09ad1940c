import { use } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { useLater } from '../../kernel/later.ts';
import { aheadOf } from '../../messages/ahead.ts';
import panes from '../../shell/panes.module.css';
import { SkeletonRows } from '../../ui/states.tsx';
import styles from './conversation-pane.module.css';
import { conversation } from './conversation-part.ts';

/** A conversation, as soon as what shows it is there. The screen before stays for a moment in which its messages may come. */
export const ConversationPlace = ({ ticketId }: { ticketId: string }) => {
  const { t } = useTexts('tickets');
  const parts = useLater(conversation);
  const ahead = aheadOf(ticketId);
  if (ahead) use(ahead);
  if (parts) return <parts.ConversationPane ticketId={ticketId} />;
  return (
    <section className={`${panes.pane} ${styles.conversation}`} aria-label={t('conversation')}>
      <SkeletonRows rows={1} label={t('loadingConversation')} />
    </section>
  );
};
