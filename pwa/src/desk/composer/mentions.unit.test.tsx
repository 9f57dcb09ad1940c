import { beforeEach, expect, test } from '@jest/globals';
import type { MentionableView } from '@prosa/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aMessage, childOf, idOf } from '../../testing/records.ts';
import { company, enterConversation, heard, openTicket, withCompany } from '../tickets/screen.fixture.tsx';
import './observation-box.tsx'; // loaded before the first test

const PEOPLE = `GET /tickets/${openTicket.id}/mentionable`;
const SEND = `POST /messages/${openTicket.id}`;
const person = (n: number, name: string, more: Partial<MentionableView> = {}): MentionableView => ({
  id: idOf(1, n),
  name,
  profilePicUrl: null,
  online: true,
  availability: 'available',
  ...more,
});
const bruno = person(2, 'Bruno Lima');
const beatriz = person(4, 'Beatriz Yamamoto', { availability: 'away' });
let fails = false;

withCompany();
beforeEach(() => {
  fails = false;
  company.answer = ({ call }) => {
    if (call !== PEOPLE) return undefined;
    return fails
      ? { status: 500, body: { error: 'ERR_INTERNAL', message: '' } }
      : { body: { people: [bruno, beatriz, person(5, 'Caio Prado', { online: false })] }, headers: { 'prosa-position': '100' } };
  };
});

/** Opens the conversation and the box for an observation. */
const observe = async () => {
  const app = await enterConversation(`/tickets/${openTicket.id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Observação' }));
  const box = await screen.findByRole('dialog', { name: /Observação/ });
  return { ...app, box: within(box), field: within(box).getByLabelText<HTMLTextAreaElement>('Texto da observação') };
};
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('an @ lists the colleagues who see the ticket, in the order of the server; arrows and Enter name one, and it is sent with the text', async () => {
  const { field } = await observe();
  expect(heard(PEOPLE)).toEqual([]);
  await userEvent.type(field, 'Quem leva é o @');
  const list = await screen.findByRole('listbox', { name: 'Colegas que veem este atendimento' });
  expect(options()).toEqual(['BLBruno LimaDisponível', 'BYBeatriz YamamotoAusente', 'CPCaio PradoOffline']);
  expect(field.getAttribute('aria-controls')).toBe(list.id);
  await userEvent.type(field, 'b');
  expect(options()).toHaveLength(2);
  await userEvent.type(field, '{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
  await userEvent.type(field, '{Enter}');
  expect(field.value).toBe('Quem leva é o @Beatriz Yamamoto ');
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.type(field, 'hoje');
  expect(heard(PEOPLE)).toHaveLength(1);
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  await waitFor(() =>
    expect(heard(SEND)[0]?.body).toMatchObject({
      body: 'Quem leva é o @Beatriz Yamamoto hoje',
      isObservation: true,
      mentions: [{ userId: beatriz.id, at: 14, length: 17 }],
    }),
  );
});

test('Escape closes the list only, and then the box; the list stays closed for that name', async () => {
  const { field, box } = await observe();
  await userEvent.type(field, '@b');
  await screen.findByRole('listbox');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.type(field, 'r');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(box.getByRole('button', { name: 'Enviar observação' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the button begins a name where the caret is, and a press chooses; nobody of that name closes the list', async () => {
  const { field, box } = await observe();
  await userEvent.type(field, 'Fala com');
  await userEvent.click(box.getByRole('button', { name: 'Mencionar um colega' }));
  expect(field.value).toBe('Fala com @');
  await userEvent.click(await screen.findByRole('option', { name: /Bruno/ }));
  expect(field.value).toBe('Fala com @Bruno Lima ');
  expect(document.activeElement).toBe(field);
  await userEvent.type(field, '@zz');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(screen.getByText('Nenhum colega com esse nome vê este atendimento')).toBeTruthy();
});

test('a failure is said in place of the list, and can be tried again', async () => {
  fails = true;
  const { field } = await observe();
  await userEvent.type(field, '@');
  const again = await screen.findByRole('button', { name: 'tentar de novo' });
  fails = false;
  await userEvent.click(again);
  await screen.findByRole('option', { name: /Bruno/ });
});

test('an observation shows who is named as they are called now, and a forgotten one as was written', async () => {
  company.messages = [
    aMessage({
      id: childOf(1, 200),
      ticketId: openTicket.id,
      fromMe: true,
      isObservation: true,
      body: '@Bruno e @Marina, *liguem* para o @Zé',
      mentions: [
        { at: 0, length: 6, user: { id: bruno.id, name: 'Bruno Lima' } },
        { at: 9, length: 7, user: { id: company.me.id, name: 'Marina Alves' } },
        { at: 34, length: 3, user: { id: idOf(1, 9), name: null } },
      ],
    }),
  ];
  const { push } = await enterConversation(`/tickets/${openTicket.id}`);
  const text = await screen.findByText('@Bruno Lima');
  const paragraph = () => text.closest('p')?.textContent;
  expect(paragraph()).toMatch(/^@Bruno Lima e @Marina Alves, liguem para o @Zé /);
  expect(screen.getByText('@Marina Alves').dataset.mention).toBe('own');
  push('user', 'update', { ...bruno, name: 'Bruno Reis' });
  await screen.findByText('@Bruno Reis');
});
