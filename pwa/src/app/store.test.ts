import type { PushFrame } from '@prosa/contracts';
import { liveFrame, networkChanged, selectLive } from '../kernel/live.slice.ts';
import { until } from '../testing/until.ts';
import { createStore } from './store.ts';

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
