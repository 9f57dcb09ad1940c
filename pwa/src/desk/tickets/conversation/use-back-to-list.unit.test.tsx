import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onPhone } from '../../../testing/media.ts';
import { enter, openTicket, withCompany } from '../screen.fixture.tsx';

withCompany();

const conversation = `/tickets/${openTicket.id}`;
const back = async () => userEvent.click(await screen.findByRole('button', { name: 'Voltar à lista' }));

test.each(['/tickets', '/tickets/'])('on a phone the arrow returns to %s, where the conversation was opened', async (list) => {
  onPhone();
  const { router, at } = await enter(list);
  await userEvent.click(await screen.findByRole('link', { name: /Otávio Brandão/ }));
  await waitFor(() => expect(at()).toBe(conversation));
  await back();
  await waitFor(() => expect(at()).toBe(list));
  await act(() => router.navigate(1));
  expect(at()).toBe(conversation);
});

test('a conversation opened directly is replaced by the list', async () => {
  onPhone();
  const { router, at } = await enter(conversation);
  await back();
  await waitFor(() => expect(at()).toBe('/tickets'));
  await act(() => router.navigate(-1));
  expect(at()).toBe('/tickets');
});
