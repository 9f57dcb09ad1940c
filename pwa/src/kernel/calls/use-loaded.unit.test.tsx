import { afterEach, expect, test } from '@jest/globals';
import { configureStore } from '@reduxjs/toolkit';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { later } from '../loading/later.ts';
import { failureShown } from './toasts.slice.ts';
import { useLoaded } from './use-loaded.ts';

afterEach(cleanup);

const requests: PromiseWithResolvers<{ words: string }>[] = [];
const part = later(() => {
  const request = Promise.withResolvers<{ words: string }>();
  requests.push(request);
  return request.promise;
});
const store = configureStore({
  reducer: (told: number = 0, action: { type: string }) => (failureShown.match(action) ? told + 1 : told),
});

const Words = ({ isWanted }: { isWanted: boolean }) => useLoaded(part, isWanted)?.words ?? 'nothing yet';
const Shown = ({ isWanted }: { isWanted: boolean }) => (
  <Provider store={store}>
    <Words isWanted={isWanted} />
  </Provider>
);

test('a part that a screen goes on without: a failure is told, the next demand asks again, and it stays from then on', async () => {
  const { rerender } = render(<Shown isWanted={false} />);
  expect(requests).toHaveLength(0);
  rerender(<Shown isWanted />);
  await act(async () => requests[0]!.reject(new Error('gone')));
  expect([store.getState(), screen.queryByText('nothing yet') !== null]).toEqual([1, true]);
  rerender(<Shown isWanted={false} />);
  rerender(<Shown isWanted />);
  await act(async () => requests[1]!.resolve({ words: 'here' }));
  rerender(<Shown isWanted={false} />);
  expect(screen.queryByText('here')).not.toBeNull();
  // Another place has not wanted it so far.
  render(<Shown isWanted={false} />);
  expect([screen.getAllByText('here').length, screen.getAllByText('nothing yet').length]).toEqual([1, 1]);
  expect([requests.length, store.getState()]).toEqual([2, 1]);
});
