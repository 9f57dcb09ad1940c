import { loadScreenTexts } from '../../kernel/i18n/i18n.ts';

/** The notice that the own e-mail is not confirmed, with its texts. */
export const loadEmailNotice = async () => {
  const [file] = await Promise.all([import('./email-notice.tsx'), loadScreenTexts('mail')]);
  return file;
};
