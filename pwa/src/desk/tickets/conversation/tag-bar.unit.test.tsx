import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aTicket, idOf } from '../../../testing/records.ts';
import type { Said } from '../../../testing/server.ts';
import { company, enterConversation, heard, openTicket, withCompany } from '../screen.fixture.tsx';

withCompany();

const tag = (n: number, name: string) => ({ id: idOf(5, n), name, color: '#E11D48' });
const tagged = aTicket({ id: openTicket.id, tags: [tag(1, 'Garantia'), tag(2, 'Troca'), tag(3, 'Urgente')] });
const remove = (name: string) => userEvent.click(screen.getByRole('button', { name: `Remover a tag ${name}` }));
const shown = () => screen.queryAllByRole('button', { name: /^Remover a tag/ }).map(({ ariaLabel }) => ariaLabel);
const sent = () => heard('POST /tags/sync').map(({ body }) => (body as { tags: string[] }).tags);

test('tags removed in quick succession are all removed', async () => {
  const answers: ((said: Said) => void)[] = [];
  company.tickets = [tagged];
  company.answer = ({ call }) =>
    call === 'POST /tags/sync' ? new Promise<Said>((answer) => void answers.push(answer)) : undefined;
  const { push } = await enterConversation(`/tickets/${openTicket.id}`);
  await screen.findByRole('button', { name: 'Remover a tag Garantia' });
  await remove('Garantia');
  await waitFor(() => expect(sent()).toEqual([[idOf(5, 2), idOf(5, 3)]]));
  await remove('Troca');
  expect(shown()).toEqual(['Remover a tag Urgente']);
  push('ticket', 'update', { ...tagged, tags: tagged.tags.slice(1) });
  expect(shown()).toEqual(['Remover a tag Urgente']);
  answers.shift()!({ body: { id: openTicket.id }, headers: { 'prosa-position': '101' } });
  await waitFor(() => expect(sent().at(-1)).toEqual([idOf(5, 3)]));
  push('ticket', 'update', { ...tagged, tags: tagged.tags.slice(2) });
  answers.shift()!({ body: { id: openTicket.id }, headers: { 'prosa-position': '102' } });
  expect(shown()).toEqual(['Remover a tag Urgente']);
  expect(sent()).toHaveLength(2);
});

test('a refused change is reverted, and the next one is sent', async () => {
  company.tickets = [tagged];
  company.answer = ({ call }) =>
    call === 'POST /tags/sync' ? { status: 409, body: { error: 'ERR_TRANSITION', message: '' } } : undefined;
  await enterConversation(`/tickets/${openTicket.id}`);
  await screen.findByRole('button', { name: 'Remover a tag Garantia' });
  await remove('Garantia');
  await waitFor(() => expect(sent()).toHaveLength(1));
  await screen.findByRole('button', { name: 'Remover a tag Garantia' });
  company.answer = () => undefined;
  await remove('Troca');
  await waitFor(() => expect(sent().at(-1)).toEqual([idOf(5, 1), idOf(5, 3)]));
  expect(shown()).toEqual(['Remover a tag Garantia', 'Remover a tag Urgente']);
});
