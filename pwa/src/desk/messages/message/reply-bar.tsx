import X from 'lucide-react/icons/x';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { IconButton } from '../../../ui/marks/button.tsx';
import { SummaryLine } from '../kinds/summary-line.tsx';
import type { Quote } from '../state/outgoing.ts';
import messageStyles from './message.module.css';
import { QuotePicture } from './quote-picture.tsx';
import styles from './reply-bar.module.css';

/** The message that the message being written answers. */
export const ReplyBar = ({ quote, ticketId, onCancel }: { quote: Quote; ticketId: string; onCancel: () => void }) => {
  const { t } = useTexts('messages');
  return (
    <div className={styles.bar}>
      <blockquote className={messageStyles.quote}>
        <QuotePicture quote={quote} ticketId={ticketId} />
        <b>{quote.author ?? t(quote.fromMe ? 'team' : 'customer')}</b>
        <span className="truncate" dir="auto">
          {quote.isDeleted ? t('deleted') : <SummaryLine gist={{ kind: quote.kind, text: quote.body }} />}
        </span>
      </blockquote>
      <IconButton icon={X} small label={t('cancelReply')} onClick={onCancel} />
    </div>
  );
};
