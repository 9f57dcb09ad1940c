import { expect, test } from '@jest/globals';
import type { PushFrame } from '@prosa/contracts';
import { createSlice } from '@reduxjs/toolkit';
import { createElement } from 'react';
import type { SagaIterator } from 'redux-saga';
import { takeEvery } from 'redux-saga/effects';
import { liveFrame, networkChanged, selectLive } from '../../kernel/live/live.slice.ts';
import { ended, entered } from '../../people/sessions/sessions.slice.ts';
import { aUser } from '../../testing/me.ts';
import { until } from '../../testing/until.ts';
import { createStore } from './store.ts';

const element = createElement('p');
const push = (position: number): PushFrame => ({
  type: 'push',
  position: String(position),
  channel: 'tag',
  action: 'update',
  record: { id: String(position) },
});

test('the screen is told of a hundred pushes together, and of what the user does at once', async () => {
  const store = createStore(async () => []);
  const told: boolean[] = [];
  store.subscribe(() => told.push(selectLive(store.getState()).offline));
  for (let position = 1; position <= 100; position += 1) store.dispatch(liveFrame(push(position)));
  expect(told).toEqual([]);
  await until(() => told.length > 0);
  expect(told).toEqual([false]);
  store.dispatch(liveFrame(push(101)));
  store.dispatch(networkChanged(false));
  expect(told).toEqual([false, true]);
  store.stop();
});

test('what a screen brings is in the state before it is shown, and at work while somebody is signed in', async () => {
  const store = createStore(async () => []);
  const counted = createSlice({ name: 'counted', initialState: 0, reducers: { count: (so) => so + 1 } });
  const worked: string[] = [];
  const work = (name: string) =>
    function* (): SagaIterator {
      worked.push(`${name} begins`);
      yield takeEvery('again', () => worked.push(`${name} hears`));
    };
  const stateOf = () => (store.getState() as unknown as { counted: number }).counted;
  store.bring('early', { element, slices: [counted], saga: work('early') });
  store.dispatch(counted.actions.count());
  expect([stateOf(), worked]).toEqual([1, []]);
  store.dispatch(entered(aUser()));
  store.bring('late', { element, saga: work('late') });
  store.bring('late', { element, saga: work('late') });
  store.dispatch({ type: 'again' });
  expect(worked).toEqual(['early begins', 'late begins', 'early hears', 'late hears']);
  store.dispatch(ended('left'));
  store.dispatch({ type: 'again' });
  expect([stateOf(), worked.length]).toEqual([0, 4]);
  store.stop();
});
