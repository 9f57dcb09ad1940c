import { limits } from '@prosa/contracts';
import Megaphone from 'lucide-react/icons/megaphone';
import type { SagaIterator } from 'redux-saga';
import { fork, put } from 'redux-saga/effects';
import type { Feature } from '../../shell/feature.ts';
import { announcements } from './announcements.slice.ts';
import { AnnouncementsButton } from './announcements-button.tsx';

/** News of the platform: everybody's list in the top bar, and the screen of those who write them. */
export const feature: Feature = {
  name: 'announcements',
  slices: [announcements.slice],
  *saga(): SagaIterator {
    yield fork(announcements.saga);
    yield put(announcements.wanted());
  },
  screens: [{ path: 'announcements', toastMs: limits.administrationToastMs, load: () => import('./announcements.screen.tsx') }],
  nav: [
    {
      to: '/announcements',
      label: { pt: 'Informativos', en: 'Announcements', es: 'Informativos' },
      place: 120,
      icon: Megaphone,
      superOnly: true,
    },
  ],
  bar: [{ place: 20, element: AnnouncementsButton }],
};
