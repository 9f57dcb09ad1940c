import { expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { liveWelcomed } from '../../../kernel/live/live.slice.ts';
import { ended, entering } from '../../../people/sessions/sessions.slice.ts';
import { anOutgoing } from '../../../testing/records.ts';
import { company, enter, heard, openTicket, withCompany } from '../../tickets/screen.fixture.tsx';
import { keepOutbox, readOutbox } from './offline.ts';

withCompany();

const SEND = `POST /messages/${openTicket.id}`;
const open = () => enter(`/tickets/${openTicket.id}`);
const write = async (text: string) => userEvent.type(await screen.findByRole('textbox', { name: 'Mensagem' }), text);
const kept = () => readOutbox(company.me.id).map(({ body }) => body);

test('messages not sent when the page was closed are sent when it is opened again, in order, with the same keys', async () => {
  keepOutbox(company.me.id, [anOutgoing('k1', { body: 'um' }), anOutgoing('k2', { body: 'dois' })]);
  await open();
  await waitFor(() => expect(heard(SEND)).toHaveLength(2));
  expect(heard(SEND).map(({ key, body }) => [key, (body as { body: string }).body])).toEqual([
    ['k1', 'um'],
    ['k2', 'dois'],
  ]);
  await waitFor(() => expect(kept()).toEqual([]));
});

test('a draft of another user in this tab is deleted', async () => {
  keepOutbox('another', [anOutgoing('k1', { body: 'de outra pessoa' })]);
  await open();
  await write('olá{Enter}');
  await waitFor(() => expect(heard(SEND)).toHaveLength(1));
  expect(readOutbox('another')).toEqual([]);
});

test('a waiting message is stored, and the browser asks before the page is left; an accepted one is not', async () => {
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  let answer: () => void = () => undefined;
  company.answer = ({ call }) =>
    call === SEND
      ? new Promise((resolve) => {
          answer = () => resolve({ body: {}, headers: { 'prosa-position': '201' } });
        })
      : undefined;
  await open();
  expect(leave()).toBe(false);
  await write('um{Enter}');
  await waitFor(() => expect(heard(SEND)).toHaveLength(1));
  expect([kept(), leave()]).toEqual([['um'], true]);
  answer();
  await waitFor(() => expect([kept(), leave()]).toEqual([[], false]));
});

test('while Prosa cannot be reached a message waits without failing, and is sent with its key once it can', async () => {
  let isDown = true;
  company.answer = ({ call }) => (call === SEND && isDown ? 'gone' : undefined);
  const { store } = await open();
  await write('um{Enter}');
  await waitFor(() => expect(heard(SEND)).toHaveLength(1));
  const log = screen.getByRole('log', { name: 'Mensagens' });
  isDown = false;
  await waitFor(() => {
    act(() => void store.dispatch(liveWelcomed({ position: '200' })));
    expect(heard(SEND)).toHaveLength(2);
  });
  expect(new Set(heard(SEND).map(({ key }) => key)).size).toBe(1);
  expect(within(log).queryByRole('button', { name: 'tentar de novo' })).toBeNull();
});

test('an expired session keeps its user’s messages and drafts; a sign-out deletes them', async () => {
  const { store } = await open();
  await write('quase pronto');
  act(() => void store.dispatch(ended('expired')));
  localStorage.setItem('token', 't2');
  act(() => void store.dispatch(entering()));
  await waitFor(async () =>
    expect(await screen.findByRole('textbox', { name: 'Mensagem' })).toHaveProperty('value', 'quase pronto'),
  );
  act(() => void store.dispatch(ended('left')));
  expect(Object.keys(localStorage).filter((name) => name.startsWith('draft:'))).toEqual([]);
});
