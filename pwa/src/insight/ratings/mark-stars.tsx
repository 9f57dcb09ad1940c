import Star from 'lucide-react/icons/star';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import styles from './ratings.module.css';

const MARKS = [1, 2, 3] as const;

/** A customer's mark as one to three stars, with its name. */
export const MarkStars = ({ mark }: { mark: number }) => {
  const { t } = useTexts('ratings');
  const name = t(`marks.${mark === 1 ? 'ones' : mark === 2 ? 'twos' : 'threes'}`);
  return (
    <span className={styles.stars} role="img" aria-label={t('ofThree', { mark, name })} title={name}>
      {MARKS.map((one) => (
        <Icon key={one} of={Star} size="tiny" className={one <= mark ? 'filled' : styles.off!} />
      ))}
    </span>
  );
};
