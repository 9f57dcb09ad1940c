import type { RatingFigures } from '@prosa/contracts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import styles from './ratings.module.css';
import { averageText, markStyles, marks, shareOf } from './share.ts';

/** All ratings of the period in five figures: how many, their average, and the part of each mark. */
export const Figures = ({ total }: { total: RatingFigures }) => {
  const { t } = useTexts('ratings');
  const { count } = useFormat();
  const { asked, rated, average } = total;
  return (
    <dl className={`${styles.panel} ${styles.figures}`}>
      <div>
        <dt>{t('columns.rated')}</dt>
        <dd className="num">{count(rated)}</dd>
        <dd className={styles.small}>{t('ofAsked', { count: asked, shown: count(asked), share: shareOf(rated, asked) })}</dd>
      </div>
      <div>
        <dt>{t('columns.average')}</dt>
        <dd className="num">{average === null ? '–' : averageText(average)}</dd>
        <dd className={styles.small}>{t('most')}</dd>
      </div>
      {marks.map((mark) => (
        <div key={mark}>
          <dt>
            <i className={`${styles.key} ${markStyles[mark]}`} aria-hidden="true" />
            {t(`marks.${mark}`)}
          </dt>
          <dd className="num">{shareOf(total[mark], rated)}%</dd>
          <dd className={styles.small}>{count(total[mark])}</dd>
        </div>
      ))}
    </dl>
  );
};
