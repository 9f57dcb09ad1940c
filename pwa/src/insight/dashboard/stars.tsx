import Star from 'lucide-react/icons/star';
import { useLanguage, useTexts } from '../../kernel/i18n/use-texts.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import styles from './dashboard.module.css';
import { decimal } from './format.ts';

const LEVELS = [1, 2, 3] as const;

/** An average rating as one to three stars; the tooltip has its number and what the levels mean. */
export const Stars = ({ rating }: { rating: number | null }) => {
  const { t } = useTexts('dashboard');
  useLanguage(); // writes the number
  if (rating === null) return <span className={styles.muted}>{t('noRating')}</span>;
  const level = LEVELS.find((one) => one === Math.round(rating)) ?? 1;
  const average = t('average', { rating: decimal(rating) });
  return (
    <span
      className={styles.stars}
      role="img"
      aria-label={`${t(`levels.${level}`)} (${average})`}
      title={`${average}: ${LEVELS.map((one) => `${one} ${t(`levels.${one}`)}`).join(', ')}`}
    >
      {LEVELS.map((one) => (
        <Icon key={one} of={Star} size="tiny" className={one <= level ? 'filled' : styles.off!} />
      ))}
    </span>
  );
};
