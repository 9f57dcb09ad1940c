import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useLater } from '../../../kernel/loading/later.ts';
import panes from '../../../shell/panes.module.css';
import { SkeletonRows } from '../../../ui/marks/states.tsx';
import styles from './conversation-pane.module.css';
import { conversation } from './conversation-part.ts';

/** A conversation, as soon as what shows it is there. */
export const ConversationPlace = ({ ticketId }: { ticketId: string }) => {
  const { t } = useTexts('tickets');
  const parts = useLater(conversation);
  if (parts) return <parts.ConversationPane ticketId={ticketId} />;
  return (
    <section className={`${panes.pane} ${styles.conversation}`} aria-label={t('conversation')}>
      <SkeletonRows rows={1} label={t('loadingConversation')} />
    </section>
  );
};
