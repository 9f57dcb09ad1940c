import { createAction } from '@reduxjs/toolkit';
import History from 'lucide-react/icons/history';
import type { SagaIterator } from 'redux-saga';
import { call, takeEvery } from 'redux-saga/effects';
import type { Feature } from '../../shell/feature.ts';
import { navigateTo } from '../../shell/navigation.ts';

const historyAsked = createAction<{ ticketId: string }>('history/asked');

function* watchHistory(): SagaIterator {
  yield takeEvery(historyAsked, function* ({ payload: { ticketId } }): SagaIterator {
    yield call(navigateTo, `/tickets/${ticketId}/history`);
  });
}

/** What happened to a ticket, and what stood on the screen at each moment: for who may read any ticket. */
export const feature: Feature = {
  name: 'history',
  saga: watchHistory,
  screens: [{ path: 'tickets/:ticketId/history', may: 'tickets:spy', load: () => import('./history.screen.tsx') }],
  ticketActs: [
    {
      id: 'history',
      label: { pt: 'Histórico', en: 'History', es: 'Historial' },
      icon: History,
      may: 'tickets:spy',
      offers: () => true,
      start: historyAsked,
    },
  ],
};
