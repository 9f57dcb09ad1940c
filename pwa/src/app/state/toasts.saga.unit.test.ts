/** @jest-environment ../infra/testing/native/environment.ts */
import { jest } from '@jest/globals';
import { limits } from '@prosa/contracts';
import { notified, selectToasts, toastHeld, toastsReducer } from '../../kernel/calls/toasts.slice.ts';
import { sagaStore } from '../../testing/saga-store.ts';
import { watchToasts } from './toasts.saga.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const given = () => {
  const { store, sagas } = sagaStore({ toasts: toastsReducer });
  sagas.run(watchToasts);
  const texts = () => selectToasts(store.getState()).map(({ text }) => text);
  return { store, texts, pass: (ms: number) => jest.advanceTimersByTimeAsync(ms) };
};
const action = { label: 'Reabrir', does: { type: 'tickets/reopen' } };

test('a toast goes after its time, one that offers something later', async () => {
  const { store, texts, pass } = given();
  store.dispatch(notified({ kind: 'ok', text: 'salvo' }));
  store.dispatch(notified({ kind: 'ok', text: 'fechado', action }));
  await pass(limits.toastMs);
  expect(texts()).toEqual(['fechado']);
  await pass(10_000);
  expect(texts()).toEqual([]);
});

test('while one is at it a toast stays, and its time begins anew when one has gone', async () => {
  const { store, texts, pass } = given();
  store.dispatch(notified({ kind: 'ok', text: 'salvo' }));
  const { id } = selectToasts(store.getState())[0]!;
  store.dispatch(toastHeld({ id, isHeld: true }));
  await pass(60_000);
  expect(texts()).toEqual(['salvo']);
  store.dispatch(toastHeld({ id, isHeld: false }));
  await pass(limits.toastMs - 1);
  expect(texts()).toEqual(['salvo']);
  await pass(1);
  expect(texts()).toEqual([]);
});
