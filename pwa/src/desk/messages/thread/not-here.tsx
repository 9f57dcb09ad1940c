import CloudOff from 'lucide-react/icons/cloud-off';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { EmptyState } from '../../../ui/marks/states.tsx';

/** Shown without a network instead of a conversation that is not stored on this device. */
export const NotHere = () => {
  const { t } = useTexts('messages');
  return (
    <EmptyState icon={CloudOff} title={t('notHere')}>
      {t('notHereHint')}
    </EmptyState>
  );
};
