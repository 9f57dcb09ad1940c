import { loadScreenTexts } from '../../kernel/i18n/i18n.ts';
import { later } from '../../kernel/loading/later.ts';

/** What opens over the field for messages. */
export const overComposer = later(async () => (await Promise.all([import('./over-composer.ts'), loadScreenTexts('macros')]))[0], {
  atRest: true,
});
