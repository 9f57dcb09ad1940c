import { loadScreenTexts, startI18n } from '../../kernel/i18n/i18n.ts';
import type { Language } from '../../kernel/i18n/languages.ts';

/** The sign-up page with its texts. Rejects if they cannot be loaded. */
export const loadSignUp = async (language: Language) => {
  const [{ SignUpPage }] = await Promise.all([import('./sign-up.tsx'), startI18n(language)]);
  await Promise.all(['sign-up', 'plan-choice'].map(loadScreenTexts));
  return SignUpPage;
};
