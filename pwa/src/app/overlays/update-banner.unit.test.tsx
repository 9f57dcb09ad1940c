import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { messagesReducer, sendAdvanced, sendAsked, sendDropped } from '../../desk/messages/state/messages.slice.ts';
import type { Outgoing } from '../../desk/outbox/outgoing.ts';
import { feature as uploads } from '../../desk/uploads/uploads.feature.ts';
import { useHold } from '../../kernel/holds.ts';
import { loadLaterTexts, startI18n } from '../../kernel/i18n/i18n.ts';
import { FeaturesContext } from '../../shell/features-context.ts';
import { sagaStore } from '../../testing/saga-store.ts';
import { UpdateBanner } from './update-banner.tsx';

beforeEach(async () => {
  await startI18n('pt');
  await loadLaterTexts();
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const Recording = ({ is }: { is: boolean }) => {
  useHold(is);
  return null;
};
const open = () => {
  const { store } = sagaStore({ messages: messagesReducer });
  const calls = { activated: 0, replaced: 0, reloaded: 0 };
  /** Whether the server can be reached. */
  let isThere = true;
  let now = { isRecording: false, isActive: false };
  const shown = () => (
    <Provider store={store}>
      <FeaturesContext value={[uploads]}>
        <Recording is={now.isRecording} />
        <UpdateBanner
          isActive={now.isActive}
          activate={() => (calls.activated += 1)}
          replace={async () => {
            if (isThere) calls.replaced += 1;
            return isThere;
          }}
          reload={() => (calls.reloaded += 1)}
        />
      </FeaturesContext>
    </Provider>
  );
  const { rerender } = render(shown());
  const become = (next: Partial<typeof now>) => {
    now = { ...now, ...next };
    rerender(shown());
  };
  return {
    store,
    calls,
    record: (isRecording: boolean) => become({ isRecording }),
    isActivated: () => become({ isActive: true }),
    reach: (is: boolean) => {
      isThere = is;
    },
  };
};
const text = () => screen.getByRole('status').textContent;
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const click = (name: string) => userEvent.setup({ delay: null }).click(screen.getByRole('button', { name }));

test('a new version is activated on click if nothing would be lost; once it is active, the page is reloaded', async () => {
  const { calls, isActivated } = open();
  expect([text(), calls.activated]).toEqual([expect.stringContaining('Nova versão'), 0]);
  await click('Atualizar');
  expect([text(), calls.activated, calls.reloaded]).toEqual(['Atualizando…', 1, 0]);
  isActivated();
  expect(calls).toEqual({ activated: 1, replaced: 0, reloaded: 1 });
});

test('one that another tab has activated only has to be loaded', async () => {
  const { calls, isActivated } = open();
  isActivated();
  expect(calls.reloaded).toBe(0);
  await click('Atualizar');
  expect(calls).toEqual({ activated: 0, replaced: 0, reloaded: 1 });
});

test('one that does not become active within three seconds replaces the old one', async () => {
  const { calls } = open();
  await click('Atualizar');
  await pass(2_900);
  expect(calls.replaced).toBe(0);
  await pass(200);
  expect(calls).toEqual({ activated: 1, replaced: 1, reloaded: 0 });
  await pass(60_000);
  expect(calls.replaced).toBe(1);
});

test('without a server it waits for one, says so and can be cancelled', async () => {
  const { calls, reach } = open();
  reach(false);
  await click('Atualizar');
  await pass(3_100);
  expect(text()).toContain('assim que houver internet');
  await click('Agora não');
  expect(text()).toContain('Nova versão');
  reach(true);
  await pass(60_000);
  expect(calls.replaced).toBe(0);
  await click('Atualizar');
  expect(text()).toBe('Atualizando…');
  reach(false);
  await pass(3_100);
  reach(true);
  await pass(3_000);
  expect(calls.replaced).toBe(1);
});

test('it waits for the end of a recording, and can be cancelled meanwhile', async () => {
  const { record, calls } = open();
  record(true);
  await click('Atualizar');
  expect(text()).toContain('assim que');
  await click('Agora não');
  record(false);
  expect(calls.activated).toBe(0);
  record(true);
  await click('Atualizar');
  expect(calls.activated).toBe(0);
  record(false);
  expect(calls.activated).toBe(1);
});

test('a recording that begins before the new version is active holds it up again', async () => {
  const { record, calls, isActivated } = open();
  await click('Atualizar');
  record(true);
  isActivated();
  await pass(60_000);
  expect(calls).toEqual({ activated: 1, replaced: 0, reloaded: 0 });
  record(false);
  expect(calls).toEqual({ activated: 1, replaced: 0, reloaded: 1 });
});

test('the browser asks before the page is left while something would be lost', () => {
  const { record } = open();
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(asks()).toBe(false);
  record(true);
  expect(asks()).toBe(true);
  record(false);
  expect(asks()).toBe(false);
});

test('it waits for uploads in progress; files that wait for a connection are stored on the device', async () => {
  const { store, calls } = open();
  const file = { mediaId: null, name: 'foto.png' };
  act(() => {
    for (const key of ['k', 'waits']) store.dispatch(sendAsked({ key, ticketId: 't', state: 'waiting', file } as Outgoing));
    store.dispatch(sendAdvanced({ key: 'k', part: 0.5 }));
  });
  await click('Atualizar');
  expect(calls.activated).toBe(0);
  act(() => void store.dispatch(sendDropped('k')));
  expect(calls.activated).toBe(1);
});
