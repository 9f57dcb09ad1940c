import { type ImportSummary, importRoutes } from '@prosa/contracts/schemas';
import { buffers, type Channel, type SagaIterator } from 'redux-saga';
import { actionChannel, call, delay, fork, put, race, select, take, throttle } from 'redux-saga/effects';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { call as request } from '../../kernel/calls/client.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { findText } from '../../kernel/i18n/dictionary.ts';
import { formatCount } from '../../kernel/i18n/format.ts';
import { liveFrame, refetchOf } from '../../kernel/live/live.slice.ts';
import { importsWanted, isRunning, listed, listFailed, selectImports } from './imports.slice.ts';

/** The pause between two looks at imports that run. */
const LOOK_MS = 2_000;
/** New contacts may be those of an import of somebody else: the list is fetched at most so often for them, in milliseconds. */
const HEARD_MS = 10_000;

/**
 * Fetches the recent imports when something shows them, while one of them runs, and when there are new contacts or items of lists, which
 * somebody may be importing. Says when one has come to its end.
 */
export function* watchImports(): SagaIterator {
  yield fork(hearOfOthers);
  // A request during a look is answered by another look afterwards.
  const wanted: Channel<ReturnType<typeof importsWanted>> = yield actionChannel(importsWanted, buffers.sliding(1));
  for (;;) {
    const { list }: ReturnType<typeof selectImports> = yield select(selectImports);
    yield race({ wanted: take(wanted), ...(list?.some(isRunning) ? { time: delay(LOOK_MS) } : {}) });
    yield call(look, list ?? []);
  }
}

function* hearOfOthers(): SagaIterator {
  const isRefetch = refetchOf('contact', 'contact-list-item');
  const brings = (action: { type: string }): boolean =>
    isRefetch(action) ||
    (liveFrame.match(action) &&
      action.payload.action === 'create' &&
      (action.payload.channel === 'contact' || action.payload.channel === 'contact-list-item'));
  yield throttle(HEARD_MS, brings, function* (): SagaIterator {
    yield put(importsWanted());
  });
}

function* look(before: ImportSummary[]): SagaIterator {
  const { into }: ReturnType<typeof selectImports> = yield select(selectImports);
  try {
    const { data }: Awaited<ReturnType<typeof request<typeof importRoutes.list>>> = yield call(
      request<typeof importRoutes.list>,
      importRoutes.list,
      into === null ? {} : { query: { contactListId: into } },
    );
    const { isOpen, into: now }: ReturnType<typeof selectImports> = yield select(selectImports);
    // Another screen is shown meanwhile.
    if (now !== into) return;
    yield put(listed(data.imports));
    const ran = before.filter(({ status }) => status === 'importing').map(({ id }) => id);
    for (const one of isOpen ? [] : data.imports)
      if (one.status === 'finished' && ran.includes(one.id)) yield put(notified({ kind: 'ok', text: endedText(one) }));
  } catch (error) {
    yield put(listFailed(failureOf(error)));
  }
}

const endedText = ({ counts: { created }, contactListId }: ImportSummary): string =>
  findText('imports', contactListId === null ? 'ended' : 'list.ended', { count: created, shown: formatCount(created) }) ?? '';
