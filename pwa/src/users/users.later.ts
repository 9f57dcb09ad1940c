import UsersRound from 'lucide-react/icons/users';
import type { Feature } from '../shell/feature.ts';

/** The screen that manages the company's users. */
export const feature: Feature = {
  name: 'users',
  screens: [{ path: 'users', adminOnly: true, load: () => import('./users.screen.tsx') }],
  nav: [
    {
      to: '/users',
      label: { pt: 'Usuários', en: 'Users', es: 'Usuarios' },
      place: 220,
      icon: UsersRound,
      isAdministration: true,
    },
  ],
};
