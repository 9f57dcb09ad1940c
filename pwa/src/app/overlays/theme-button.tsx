import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import SunMoon from 'lucide-react/icons/sun-moon';
import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectPreferences, themeChosen } from '../../shell/preferences.slice.ts';
import { type Theme, themeAfter } from '../../shell/theme.ts';
import { IconButton } from '../../ui/marks/button.tsx';
import type { IconType } from '../../ui/marks/icon.tsx';

export const themeIcons: Record<Theme, IconType> = { auto: SunMoon, light: Sun, dark: Moon };

/** The current theme, its text, and a function that chooses the next: automatic, light, dark. */
export const useTheme = () => {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const { theme } = useSelector(selectPreferences);
  return { theme, words: t(theme), chooseNext: () => dispatch(themeChosen(themeAfter(theme))) };
};

export const ThemeButton = () => {
  const { t } = useTexts();
  const { theme, words, chooseNext } = useTheme();
  return <IconButton icon={themeIcons[theme]} label={t('changeTheme', { theme: words })} onClick={chooseNext} />;
};
