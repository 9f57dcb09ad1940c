import Plug from 'lucide-react/icons/plug';
import { fork } from 'redux-saga/effects';
import type { Feature } from '../../shell/feature.ts';
import { watchAlarm } from './connections.alarm.ts';
import { connections, selectIsAnyDown } from './connections.slice.ts';

/** The channels' connections: their screen, and the mark of its entry while one of them is down. */
export const feature: Feature = {
  name: 'connections',
  slices: [connections.slice],
  *saga() {
    yield fork(connections.saga);
    yield fork(watchAlarm);
  },
  screens: [{ path: 'connections', adminOnly: true, load: () => import('./connections.screen.tsx') }],
  nav: [
    {
      to: '/connections',
      label: { pt: 'Conexões', en: 'Connections', es: 'Conexiones' },
      place: 130,
      icon: Plug,
      isAdministration: true,
      alarm: {
        shows: selectIsAnyDown,
        label: { pt: 'há conexões com problema', en: 'some connections are down', es: 'hay conexiones con problemas' },
      },
    },
  ],
};
