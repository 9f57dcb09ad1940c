import { limits } from '@prosa/contracts';
import ListChecks from 'lucide-react/icons/list-checks';
import type { SagaIterator } from 'redux-saga';
import { fork } from 'redux-saga/effects';
import { loadScreenTexts } from '../../kernel/i18n/i18n.ts';
import { later } from '../../kernel/loading/later.ts';
import type { Feature } from '../../shell/feature.ts';
import { watchApplying } from './applying.saga.ts';
import { applyingSlice, macros, selectProgress } from './macros.slice.ts';

function* watchMacros(): SagaIterator {
  yield fork(macros.saga);
  yield fork(watchApplying);
}

/** Lists of acts that are done to a ticket one after the other. A reload would leave the last ones out. */
export const feature: Feature = {
  name: 'macros',
  slices: [macros.slice, applyingSlice],
  saga: watchMacros,
  holds: (state: Parameters<typeof selectProgress>[0]) => selectProgress(state) !== null,
  slash: later(async () => (await Promise.all([import('./slash.tsx'), loadScreenTexts('macros')]))[0], { atRest: true }),
  screens: [{ path: 'macros', toastMs: limits.administrationToastMs, load: () => import('./macros.screen.tsx') }],
  nav: [{ to: '/macros', label: { pt: 'Macros', en: 'Macros', es: 'Macros' }, place: 65, icon: ListChecks }],
};
