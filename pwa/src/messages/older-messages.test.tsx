/** @jest-environment ./src/testing/browser.environment.ts */
import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { liveRefetch } from '../kernel/live.slice.ts';
import { aMessage, childOf } from '../testing/records.ts';
import { company, enter, heard, openTicket, withCompany } from '../tickets/screen.fixture.tsx';

withCompany();

const LIST = `GET /messages/${openTicket.id}`;
const log = () => screen.getByRole('log', { name: 'Mensagens' });
const open = async () => {
  const app = await enter(`/tickets/${openTicket.id}`);
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
    const messages = query.get('before') ? [older] : company.messages;
    return { headers: { 'prosa-position': '100' }, body: { messages, hasMore: !query.get('before'), count: 2 } };
  };
});

test('near the top the older page is fetched by the oldest message', async () => {
  await open();
  expect(await within(log()).findByText('de antes')).toBeTruthy();
  expect(heard(LIST).at(-1)?.query.get('before')).toBe(childOf(1, 100));
});

test('who tries again after a failure has as much as before', async () => {
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
