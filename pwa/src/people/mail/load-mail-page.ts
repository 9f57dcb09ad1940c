import { loadScreenTexts, startI18n } from '../../kernel/i18n/i18n.ts';
import type { Language } from '../../kernel/i18n/languages.ts';

const pages = {
  '/forgot': async () => (await import('./forgot.tsx')).ForgotPage,
  '/reset': async () => (await import('./password-link.tsx')).ResetPage,
  '/invite': async () => (await import('./password-link.tsx')).InvitePage,
  '/verify': async () => (await import('./verify.tsx')).VerifyPage,
};
export type MailPath = keyof typeof pages;

/** A page of the mails' links, or that of a forgotten password, with its texts. Rejects if they cannot be loaded. */
export const loadMailPage = async (path: MailPath, language: Language) => {
  const [Page] = await Promise.all([pages[path](), startI18n(language)]);
  await loadScreenTexts('mail');
  return Page;
};
