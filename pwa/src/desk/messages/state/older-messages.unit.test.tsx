import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { liveRefetch, liveReload } from '../../../kernel/live/live.slice.ts';
import { aMessage, childOf } from '../../../testing/records.ts';
import type { Said } from '../../../testing/server.ts';
import { company, enterConversation, heard, openTicket, withCompany } from '../../tickets/screen.fixture.tsx';

withCompany();

const LIST = `GET /messages/${openTicket.id}`;
const log = () => screen.getByRole('log', { name: 'Mensagens' });
const open = async () => {
  const app = await enterConversation(`/tickets/${openTicket.id}`);
  await screen.findByRole('log', { name: 'Mensagens' });
  return app;
};
let fails: boolean;
beforeEach(() => {
  fails = false;
  company.answer = ({ call, query }) => {
    if (call !== LIST) return undefined;
    if (fails) return { status: 500, body: { error: 'ERR_INTERNAL', message: '' } };
    const older = aMessage({ id: childOf(1, 50), ticketId: openTicket.id, body: 'de antes', position: '50' });
    // They are read: marking them so would fetch the conversation once more, at some time.
    const messages = query.get('before') ? [older] : company.messages.map((message) => ({ ...message, read: true }));
    return { headers: { 'prosa-position': '100' }, body: { messages, hasMore: !query.get('before'), count: 2 } };
  };
});

test('near the top the older page is fetched, starting from the oldest message, and told by its number', async () => {
  await open();
  expect(await within(log()).findByText('de antes')).toBeTruthy();
  expect(heard(LIST).map(({ query }) => [query.get('before'), query.get('pageNumber')])).toEqual([
    [null, null],
    [childOf(1, 100), '2'],
  ]);
});

test('a retry after a failure loads as many messages as before', async () => {
  const { store } = await open();
  await within(log()).findByText('de antes');
  fails = true;
  act(() => void store.dispatch(liveRefetch()));
  const retry = await within(log()).findByRole('button', { name: 'tentar de novo' });
  fails = false;
  const before = heard(LIST).length;
  await userEvent.click(retry);
  await waitFor(() => expect(within(log()).queryByRole('button', { name: 'tentar de novo' })).toBeNull());
  expect(
    heard(LIST)
      .slice(before)
      .map(({ query }) => query.get('before')),
  ).toEqual([null, childOf(1, 100)]);
  expect(within(log()).getByText('de antes')).toBeTruthy();
});

test.each(['appMessage', 'contact', 'tag'] as const)(
  'a flood of %s makes conversations fetch that embed its names',
  async (channel) => {
    const { store } = await open();
    await within(log()).findByText('de antes');
    const before = heard(LIST).length;
    act(() => void store.dispatch(liveReload([channel])));
    await waitFor(() => expect(heard(LIST).length > before).toBe(channel !== 'tag'));
  },
);

test('an older page that arrives after the conversation was fetched again leaves no gap', async () => {
  const messageOf = (n: number) =>
    aMessage({ id: childOf(1, 100 + n), ticketId: openTicket.id, body: `mensagem ${n}`, read: true, position: String(100 + n) });
  let first = 3; // the oldest message of the newest page
  const answers: (() => void)[] = [];
  company.answer = ({ call, query }) => {
    if (call !== LIST) return undefined;
    const said = (from: number): Said => ({
      headers: { 'prosa-position': '200' },
      body: { messages: [messageOf(from), messageOf(from + 1)], hasMore: from > 1, count: 9 },
    });
    const before = query.get('before');
    if (before === null) return said(first);
    return new Promise((resolve) => answers.push(() => resolve(said(Number(before.slice(-3)) - 102))));
  };
  const asked = () => heard(LIST).map(({ query }) => query.get('before'));
  const shown = () =>
    within(log())
      .getAllByText(/^mensagem \d$/)
      .map(({ textContent }) => textContent);
  const { store } = await open();
  await waitFor(() => expect(asked()).toEqual([null, childOf(1, 103)]));
  first = 5; // two more arrived without a push
  act(() => void store.dispatch(liveRefetch()));
  await waitFor(() => expect(asked()).toEqual([null, childOf(1, 103), null, childOf(1, 105)]));
  answers[0]!();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(shown()).toEqual(['mensagem 5', 'mensagem 6']);
  answers[1]!();
  await waitFor(() => expect(asked()).toHaveLength(5));
  answers[2]!();
  await waitFor(() => expect(shown()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `mensagem ${n}`)));
});

test('an older page that arrived while the conversation was fetched again stays', async () => {
  const messageOf = (n: number) =>
    aMessage({ id: childOf(1, 100 + n), ticketId: openTicket.id, body: `mensagem ${n}`, read: true, position: String(100 + n) });
  const answers: (() => void)[] = [];
  company.answer = ({ call, query }) => {
    if (call !== LIST) return undefined;
    const from = query.get('before') === null ? 3 : 1;
    const said: Said = {
      headers: { 'prosa-position': '200' },
      body: { messages: [messageOf(from), messageOf(from + 1)], hasMore: from > 1, count: 4 },
    };
    if (heard(LIST).length === 1) return said;
    return new Promise((resolve) => answers.push(() => resolve(said)));
  };
  const asked = () => heard(LIST).map(({ query }) => query.get('before'));
  const shown = () =>
    within(log())
      .getAllByText(/^mensagem \d$/)
      .map(({ textContent }) => textContent);
  const all = [1, 2, 3, 4].map((n) => `mensagem ${n}`);
  const { store } = await open();
  await waitFor(() => expect(asked()).toEqual([null, childOf(1, 103)]));
  act(() => void store.dispatch(liveRefetch()));
  await waitFor(() => expect(asked()).toEqual([null, childOf(1, 103), null]));
  answers[0]!();
  await waitFor(() => expect(shown()).toEqual(all));
  answers[1]!();
  await waitFor(() => expect(asked()).toEqual([null, childOf(1, 103), null, childOf(1, 103)]));
  expect(shown()).toEqual(all);
  answers[2]!();
  await waitFor(() => expect(shown()).toEqual(all));
});
