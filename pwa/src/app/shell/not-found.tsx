import Compass from 'lucide-react/icons/compass';
import { Link } from 'react-router-dom';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useTitle } from '../../shell/title.ts';
import { EmptyState } from '../../ui/marks/states.tsx';
import styles from './not-found.module.css';

/** An unknown address. */
export const NotFound = () => {
  const { t } = useTexts();
  useTitle(t('notFound'));
  return (
    <div className={styles.blank}>
      <EmptyState
        isPage
        icon={Compass}
        title={t('notFound')}
        action={
          <Link className="button" to="/tickets">
            {t('backToTickets')}
          </Link>
        }
      >
        {t('notFoundHint')}
      </EmptyState>
    </div>
  );
};
