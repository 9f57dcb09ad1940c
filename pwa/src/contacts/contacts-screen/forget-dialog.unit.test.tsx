import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { aUser } from '../../testing/me.ts';
import { aContact, idOf } from '../../testing/records.ts';
import type { Heard, Said } from '../../testing/server.ts';
import './contacts-screen.screen.tsx'; // loaded before the first test

const maria = aContact({ id: idOf(4, 1), uuid: idOf(4, 1), name: 'Maria José' });
let forgotten: Said;

withCompany();
beforeEach(() => {
  company.me = aUser({ profile: 'admin' });
  forgotten = { body: null, headers: { 'prosa-position': '101' } };
  company.answer = ({ call }: Heard): Said | undefined => {
    const headers = { 'prosa-position': '100' };
    if (call === 'GET /contacts') return { body: { contacts: [maria], count: 1, hasMore: false }, headers };
    if (call === 'GET /tickets/lastByContact') return { body: { tickets: [] }, headers };
    return call === `POST /contacts/${maria.id}/forget` ? forgotten : undefined;
  };
});

const open = async () => {
  await enter('/contacts');
  await userEvent.click(await screen.findByRole('button', { name: 'Esquecer Maria José de vez' }));
  return within(await screen.findByRole('dialog', { name: /^Esquecer este contato/ }));
};
const calls = () => heard(`POST /contacts/${maria.id}/forget`);

test('what goes, what stays and until when is told, and nothing happens before the name is typed', async () => {
  const dialog = await open();
  expect(dialog.getByText(/Cópias de segurança feitas antes ainda têm os dados/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Esquecer' }));
  expect(await dialog.findByText('Digite como está escrito acima.')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Para confirmar, digite Maria José'), ' maria josé');
  await userEvent.click(dialog.getByRole('button', { name: 'Esquecer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls()).toHaveLength(1);
  expect(await screen.findByText('O contato está sendo esquecido.')).toBeTruthy();
});

test('a refusal stands in the dialog, which stays open', async () => {
  forgotten = { status: 404, body: { error: 'ERR_NO_CONTACT_FOUND', message: '' } };
  const dialog = await open();
  await userEvent.type(dialog.getByLabelText('Para confirmar, digite Maria José'), 'Maria José{Enter}');
  expect(await dialog.findByText('Nenhum contato encontrado com este número.')).toBeTruthy();
  expect(calls()).toHaveLength(1);
});

test('only administrators are offered it', async () => {
  company.me = aUser({ profile: 'supervisor' });
  await enter('/contacts');
  await screen.findByText('Maria José');
  expect(screen.queryByRole('button', { name: /Esquecer/ })).toBeNull();
});
