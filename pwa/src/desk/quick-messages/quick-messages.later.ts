import { limits } from '@prosa/contracts';
import Zap from 'lucide-react/icons/zap';
import type { Feature } from '../../shell/feature.ts';

/** The screen of the answers that are often given. */
export const feature: Feature = {
  name: 'quick-messages',
  screens: [{ path: 'quick-messages', toastMs: limits.administrationToastMs, load: () => import('./quick-messages.screen.tsx') }],
  nav: [
    {
      to: '/quick-messages',
      label: { pt: 'Respostas rápidas', en: 'Quick replies', es: 'Respuestas rápidas' },
      place: 60,
      icon: Zap,
    },
  ],
};
