import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';

/** Lists the signs that open something while one writes. The fields handle them themselves. */
export const useWritingKeys = (): void => {
  const { t } = useTexts('composer');
  const group = t('keysTitle');
  useShortcuts([
    { keys: ['/'], label: t('keySlash'), group },
    { keys: ['@'], label: t('keyAt'), group },
  ]);
};
