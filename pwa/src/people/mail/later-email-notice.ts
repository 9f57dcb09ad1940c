import { loadScreenTexts } from '../../kernel/i18n/i18n.ts';
import { later } from '../../kernel/loading/later.ts';

/** The notice that the own e-mail is not confirmed, with its texts. */
export const emailNotice = later(
  async () => {
    const [file] = await Promise.all([import('./email-notice.tsx'), loadScreenTexts('mail')]);
    return file;
  },
  { atRest: true },
);
