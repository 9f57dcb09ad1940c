import { loadScreenTexts } from '../../../kernel/i18n/i18n.ts';
import { later } from '../../../kernel/loading/later.ts';

/** The list can be used without it; it comes while nobody has opened a ticket yet, at the latest when one is about to be. */
export const conversation = later(async () => {
  const [pane] = await Promise.all([import('./conversation-pane.tsx'), loadScreenTexts('composer')]);
  return pane;
});
