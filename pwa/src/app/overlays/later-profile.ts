import { loadScreenTexts } from '../../kernel/i18n/i18n.ts';
import { later } from '../../kernel/loading/later.ts';

/** The folders whose texts the profile shows. */
const SPEAKS = ['users', 'records', 'account', 'two-step', 'notices'];

/** The form of the user's own data, with the screen of users that it is part of. */
export const profile = later(
  async () => {
    const [file] = await Promise.all([import('../../people/users/profile.tsx'), ...SPEAKS.map(loadScreenTexts)]);
    return file;
  },
  { atRest: true },
);
