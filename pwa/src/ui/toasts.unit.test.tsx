import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { PlacedToasts } from '../app/placed-toasts.tsx';
import { createStore, type Store } from '../app/state/store.ts';
import { type Countdown, notified } from '../kernel/calls/toasts.slice.ts';
import { startI18n } from '../kernel/i18n/i18n.ts';
import '../testing/queries.ts';

let store: Store;
beforeEach(async () => {
  store = createStore(async () => []);
  await startI18n('pt');
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  store.stop();
});

const action = { label: 'Desfazer', does: { type: 'nothing' } };
const show = (countdown: Countdown) => {
  render(
    <Provider store={store}>
      <PlacedToasts />
    </Provider>,
  );
  act(() => void store.dispatch(notified({ kind: 'ok', text: 'Transferido para Bruno', strong: 'Bruno', action, countdown })));
  return screen.getByRole('status');
};
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const seen = (toast: HTMLElement) => toast.querySelector('[aria-hidden].countdown')?.textContent;
const read = (toast: HTMLElement) => toast.querySelector('.hidden-text')?.textContent;

test('its seconds are seen one by one, and read out once; then it goes', async () => {
  const toast = show({});
  expect(toast.querySelector('b')?.textContent).toBe('Bruno');
  expect([seen(toast), read(toast)]).toEqual(['10 s', '10 s']);
  await pass(3_000);
  expect([seen(toast), read(toast)]).toEqual(['7 s', '10 s']);
  await pass(7_000);
  expect(screen.queryByRole('status')).toBeNull();
});

test.each([
  ['the pointer is on it', fireEvent.pointerEnter, fireEvent.pointerLeave],
  ['the focus is in it', fireEvent.focus, fireEvent.blur],
])('while %s the seconds stand still, and begin anew afterwards', async (_, enter, leave) => {
  const toast = show({});
  await pass(4_000);
  act(() => void enter(toast));
  await pass(60_000);
  expect(seen(toast)).toBe('6 s');
  act(() => void leave(toast));
  await pass(1_000);
  expect(seen(toast)).toBe('9 s');
});

test('the seconds of the server go on while it is held, and it says that they are over', async () => {
  const toast = show({ words: 'Sai em {{seconds}} s', until: Date.now() + 8_000, over: 'Já saiu' });
  expect([seen(toast), read(toast)]).toEqual(['Sai em 8 s', 'Sai em 8 s']);
  act(() => void fireEvent.pointerEnter(toast));
  await pass(5_000);
  expect(seen(toast)).toBe('Sai em 3 s');
  await pass(5_000);
  expect(seen(toast)).toBe('Já saiu');
});

test('without being held it goes with the seconds of the server', async () => {
  show({ until: Date.now() + 8_000 });
  await pass(7_999);
  expect(screen.queryByRole('status')).not.toBeNull();
  await pass(1);
  expect(screen.queryByRole('status')).toBeNull();
});
