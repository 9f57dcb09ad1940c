import { limits } from '@prosa/contracts';
import Code from 'lucide-react/icons/code';
import type { Feature } from '../../shell/feature.ts';

/** How other systems send messages, with forms to try it, for everybody who has a token; and the keys of the API, for administrators. */
export const feature: Feature = {
  name: 'messages-api',
  screens: [{ path: 'messages-api', toastMs: limits.administrationToastMs, load: () => import('./messages-api.screen.tsx') }],
  nav: [
    {
      to: '/messages-api',
      label: { pt: 'API de mensagens', en: 'Message API', es: 'API de mensajes' },
      place: 225,
      icon: Code,
      isAdministration: true,
    },
  ],
};
