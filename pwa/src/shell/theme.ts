import { remembered } from '../kernel/device/storage.ts';

export type Theme = 'auto' | 'light' | 'dark';
const themes: Theme[] = ['auto', 'light', 'dark'];

export const rememberedTheme = (): Theme => themes.find((theme) => theme === remembered('theme')) ?? 'auto';

/** The theme that the theme button chooses next: automatic, light, dark. */
export const themeAfter = (theme: Theme): Theme => themes[(themes.indexOf(theme) + 1) % themes.length]!;

const darkScreen = (): MediaQueryList | undefined => globalThis.matchMedia?.('(prefers-color-scheme: dark)');

/** Applies a theme to the page, including the browser's own bars. */
export const applyTheme = (theme: Theme): void => {
  const dark = theme === 'dark' || (theme === 'auto' && darkScreen()?.matches === true);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#14181c' : '#f6f7f9');
};

/** Applies the theme again when the system's theme changes, until the returned function is called. */
export const followScreen = (theme: () => Theme): (() => void) => {
  const handleChange = () => applyTheme(theme());
  const screen = darkScreen();
  screen?.addEventListener('change', handleChange);
  return () => screen?.removeEventListener('change', handleChange);
};
