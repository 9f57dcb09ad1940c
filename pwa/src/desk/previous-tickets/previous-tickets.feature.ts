import type { Feature } from '../../shell/feature.ts';
import type texts from './previous-tickets.screen.pt.json';
import { previous } from './previous-tickets.slice.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    'previous-tickets': typeof texts;
  }
}

/** A contact's earlier tickets, in the contact's drawer. */
export const feature: Feature = { name: 'previous-tickets', slices: [previous.slice], saga: previous.saga };
