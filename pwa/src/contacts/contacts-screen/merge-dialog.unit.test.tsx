import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { typeWords } from '../../testing/fake-time.ts';
import { aUser } from '../../testing/me.ts';
import { aContact, idOf } from '../../testing/records.ts';
import type { Heard, Said } from '../../testing/server.ts';
import './contacts-screen.screen.tsx'; // loaded before the first test

const someone = (n: number, name: string, kind = 'whatsapp') =>
  aContact({ id: idOf(4, n), uuid: idOf(4, n), name, number: kind === 'whatsapp' ? `551190000000${n}` : '1/2', kind });
const all = [someone(1, 'Ana Clara'), someone(2, 'Ana C.'), someone(3, 'Ana Insta', 'instagram')];
let merged: Said;

const answer = ({ call }: Heard): Said | undefined => {
  const headers = { 'prosa-position': '100' };
  if (call === 'GET /contacts') return { body: { contacts: all, count: all.length, hasMore: false }, headers };
  if (call === 'GET /tickets/lastByContact') return { body: { tickets: [] }, headers };
  return call === 'POST /contacts/merge' ? merged : undefined;
};

withCompany();
beforeEach(() => {
  company.me = aUser({ profile: 'admin' });
  company.answer = answer;
  merged = { body: all[1], headers: { 'prosa-position': '101' } };
});

const open = async () => {
  await enter('/contacts');
  await userEvent.click(await screen.findByRole('button', { name: 'Unir Ana Clara a outro contato' }));
  return within(await screen.findByRole('dialog', { name: /^Unir contatos/ }));
};
type Open = Awaited<ReturnType<typeof open>>;
const choose = async (dialog: Open) => {
  await typeWords(dialog.getByLabelText('Unir com'), 'Ana');
  await userEvent.click(await dialog.findByRole('option', { name: /Ana C\./ }));
};
const submit = (dialog: Open) => userEvent.click(dialog.getByRole('button', { name: 'Unir contatos' }));

test('the other contact is searched, one of both is chosen to stay, and what happens is told', async () => {
  const dialog = await open();
  await submit(dialog);
  expect(await dialog.findByText('Escolha o outro contato.')).toBeTruthy();
  await typeWords(dialog.getByLabelText('Unir com'), 'Ana');
  expect((await dialog.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Ana C.'),
  ]);
  await userEvent.click(dialog.getByRole('option'));
  expect((dialog.getByRole('radio', { name: /^Ana Clara/ }) as HTMLInputElement).checked).toBe(true);
  expect(dialog.getByText(/As mensagens de \+55 11 90000-0002 passam a chegar em Ana Clara/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('radio', { name: /^Ana C\./ }));
  expect(dialog.getByText('Ana Clara sai das listas. Não é possível desfazer.')).toBeTruthy();
  await submit(dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heard('POST /contacts/merge').map(({ body }) => body)).toEqual([{ keepId: idOf(4, 2), mergeId: idOf(4, 1) }]);
  expect(await screen.findByText('Contatos unidos.')).toBeTruthy();
});

test('a refusal is said in the dialog', async () => {
  merged = { status: 409, body: { error: 'ERR_CONTACTS_DIFFER', message: '' } };
  const dialog = await open();
  await choose(dialog);
  await submit(dialog);
  expect(await dialog.findByText(/^Só é possível unir dois contatos diferentes/)).toBeTruthy();
});

test('only administrators merge, and only who is reached by phone', async () => {
  await enter('/contacts');
  await screen.findByRole('button', { name: 'Unir Ana C. a outro contato' });
  expect(screen.queryByRole('button', { name: 'Unir Ana Insta a outro contato' })).toBeNull();
});
test('others do not', async () => {
  company.me = aUser({ profile: 'supervisor' });
  await enter('/contacts');
  await screen.findAllByText('Ana Clara');
  expect(screen.queryByRole('button', { name: /^Unir/ })).toBeNull();
});
