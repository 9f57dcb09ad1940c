import { loadScreenTexts } from '../../kernel/i18n/i18n.ts';
import { later } from '../../kernel/loading/later.ts';
import type { Feature } from '../../shell/feature.ts';
import { watchViews } from './saved-views.saga.ts';
import type texts from './saved-views.screen.pt.json';
import { savedViews } from './saved-views.slice.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    'saved-views': typeof texts;
  }
}

/** Named filters of the lists of tickets. */
export const feature: Feature = {
  name: 'saved-views',
  slices: [savedViews.slice],
  saga: watchViews,
  views: later(async () => (await Promise.all([import('./views-part.ts'), loadScreenTexts('saved-views')]))[0]),
  screens: [{ path: 'saved-views', load: () => import('./saved-views.screen.tsx') }],
};
