import type { TicketView } from '@prosa/contracts';
import Star from 'lucide-react/icons/star';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import styles from './ticket-facts.module.css';

const ratings = [1, 2, 3] as const;

/** The ticket's details beside its contact, and the customer's rating. */
export const TicketFacts = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTexts('tickets');
  const { dateTime } = useFormat();
  const { protocol, whatsapp, createdAt, closedAt, rating } = ticket;
  const rows: [string, string | undefined][] = [
    [t('factProtocol'), protocol],
    [t('factConnection'), whatsapp?.name],
    [t('factOpened'), dateTime(createdAt)],
    [t('factClosed'), closedAt ? dateTime(closedAt) : undefined],
  ];
  return (
    <section aria-label={t('facts')}>
      <header>
        <h3>{t('facts')}</h3>
      </header>
      <dl>
        {rows.map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
        {rating && (
          <div>
            <dt>{t('rating')}</dt>
            <dd className={styles.rating}>
              <span className={styles.stars} aria-hidden="true">
                {ratings.map((star) => (
                  <Icon key={star} of={Star} className={star <= rating ? styles.given : ''} />
                ))}
              </span>
              {t(`rating-${rating as 1 | 2 | 3}`)}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
};
