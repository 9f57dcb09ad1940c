import BellOff from 'lucide-react/icons/bell-off';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { Icon } from '../../ui/marks/icon.tsx';

/** The mark of somebody who wants no campaigns, and since when. */
export const OptedOut = ({ at }: { at: string }) => {
  const { t } = useTexts('contacts');
  const { date } = useFormat();
  return <Icon of={BellOff} size="tiny" label={t('optedOut', { date: date(at) })} />;
};
