import { useTexts } from '../kernel/i18n/use-texts.ts';
import { Button } from '../ui/marks/button.tsx';
import { ErrorState } from '../ui/marks/states.tsx';

/** A screen that threw, or whose file could not be loaded (replaced by a new version, or no network). */
export const Crashed = ({ error }: { error: unknown }) => {
  const { t } = useTexts();
  console.error(error);
  return (
    <main className="splash">
      <ErrorState title={t('crashed')}>
        {t('crashedHint')}
        <br />
        <Button onClick={() => location.reload()}>{t('reload')}</Button>
      </ErrorState>
    </main>
  );
};
