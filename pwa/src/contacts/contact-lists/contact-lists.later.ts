import { limits } from '@prosa/contracts';
import ListChecks from 'lucide-react/icons/list-checks';
import { campaignEntry } from '../../shell/campaign-entry.ts';
import type { Feature } from '../../shell/feature.ts';
import { contactLists } from './state/contact-lists.slice.ts';

const screen = { adminOnly: true, auditors: true, toastMs: limits.administrationToastMs };

/** Lists of numbers to which campaigns are sent, and their items. */
export const feature: Feature = {
  name: 'contact-lists',
  flag: 'cshow',
  slices: [contactLists.slice],
  saga: contactLists.saga,
  screens: [
    { ...screen, path: 'contact-lists', load: () => import('./contact-lists.screen.tsx') },
    { ...screen, path: 'contact-lists/:contactListId/contacts', load: () => import('./items/contact-list-items.screen.tsx') },
  ],
  nav: [
    campaignEntry({
      to: '/contact-lists',
      label: { pt: 'Listas de contatos', en: 'Contact lists', es: 'Listas de contactos' },
      place: 111,
      icon: ListChecks,
    }),
  ],
};
