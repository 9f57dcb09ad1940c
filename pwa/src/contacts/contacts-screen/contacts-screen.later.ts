import ContactRound from 'lucide-react/icons/contact-round';
import type { Feature } from '../../shell/feature.ts';

/** The screen of all contacts. In a folder of its own, because it begins tickets, which show contacts. */
export const feature: Feature = {
  name: 'contacts-screen',
  screens: [{ path: 'contacts', load: () => import('./contacts-screen.screen.tsx') }],
  nav: [{ to: '/contacts', label: { pt: 'Contatos', en: 'Contacts', es: 'Contactos' }, place: 70, icon: ContactRound }],
};
