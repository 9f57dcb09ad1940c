import { sampleCustomer } from '@prosa/contracts/schemas';
import type { SagaIterator } from 'redux-saga';
import { call, put } from 'redux-saga/effects';
import { viewChanged } from '../../desk/tickets/state/tickets.slice.ts';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { currentLanguage, textOf } from '../../kernel/i18n/dictionary.ts';
import { navigateTo, shownPath } from '../../shell/navigation.ts';

const { routes } = sampleCustomer;

/** Lets the test customer write, and shows where they wait. Of the dashboard, whose texts it uses. */
export const playSample = createCommand({
  type: 'dashboard/playSample',
  route: routes.start,
  request: (_: object) => ({ body: { language: currentLanguage() } }),
  *onDone(_, { isNew }): SagaIterator {
    if (!isNew) yield put(notified({ kind: 'ok', text: textOf('dashboard', 'sample.already') }));
    yield put(viewChanged({ tab: 'open', subTab: isNew ? 'pending' : 'open' }));
    yield call(navigateTo, '/tickets');
  },
});

const removing = (type: string) =>
  createCommand({
    type,
    route: routes.remove,
    request: (_: { ticketId?: string }) => ({}),
    *onDone({ ticketId }): SagaIterator {
      if (ticketId !== undefined && shownPath() === `/tickets/${ticketId}`) yield call(navigateTo, '/tickets/');
    },
  });

/** Removes the test customer, from one of their tickets. */
export const removeSample = removing('tickets/removeSample');
/** The same from the dashboard, which may be there before the other is. */
export const removeSampleThere = removing('dashboard/removeSample');
