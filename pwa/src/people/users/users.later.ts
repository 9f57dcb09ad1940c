import UsersRound from 'lucide-react/icons/users';
import type { Feature } from '../../shell/feature.ts';
import { twoStepUsers } from './two-step-users.slice.ts';

/** The screen that manages the company's users, and who of them signs in with two steps, which the settings show too. */
export const feature: Feature = {
  name: 'users',
  slices: [twoStepUsers.slice],
  saga: twoStepUsers.saga,
  screens: [{ path: 'users', adminOnly: true, auditors: true, load: () => import('./users.screen.tsx') }],
  nav: [
    {
      to: '/users',
      label: { pt: 'Usuários', en: 'Users', es: 'Usuarios' },
      place: 220,
      icon: UsersRound,
      isAdministration: true,
      auditors: true,
    },
  ],
};
