import { beforeEach, expect, test } from '@jest/globals';
import { apiKeyScopes } from '@prosa/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { liveFrame } from '../../kernel/live/live.slice.ts';
import pt from '../../people/api-keys/api-keys.screen.pt.json';
import { aUser } from '../../testing/me.ts';
import { aPush, idOf } from '../../testing/records.ts';
import type { Heard, Said } from '../../testing/server.ts';
import './messages-api.screen.tsx'; // loaded before the first test
import { feature } from './messages-api.later.ts';

const headers = { 'prosa-position': '100' };
const erp = {
  id: idOf(7, 1),
  companyId: idOf(1, 2),
  name: 'ERP',
  scopes: ['read', 'tickets:serve'],
  userId: idOf(1, 1),
  previousUntil: null,
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
};
const KEY = 'prosa_abcdefgh';
let keys: object[];
let sending: Said;
const answer = ({ call }: Heard): Said | undefined => {
  if (call === 'GET /api-keys') return { body: { apiKeys: keys, count: keys.length, hasMore: false }, headers };
  if (call === 'POST /api-keys') return { status: 201, body: { id: idOf(7, 2), key: KEY }, headers };
  if (call === `POST /api-keys/${erp.id}/rotate`) return { body: { id: erp.id, key: KEY }, headers };
  if (call === `DELETE /api-keys/${erp.id}`) return { body: null, headers };
  if (call === 'POST /messages/send') return sending;
  return undefined;
};

withCompany();
beforeEach(() => {
  company.me = aUser({ profile: 'admin' });
  company.answer = answer;
  keys = [{ ...erp, lastUsedAt: null }];
  sending = { body: { id: idOf(8, 1), ack: 1, state: 'waiting', leavesAt: '2026-03-01T12:00:00.000Z' } };
});
const formNamed = (name: string) => within(screen.getByRole('form', { name }));
const open = async () => {
  const entered = await enterScreen('/messages-api', feature);
  await screen.findByRole('heading', { name: 'API de mensagens' });
  return entered;
};
const type = (form: ReturnType<typeof formNamed>, label: string, value: string) =>
  fireEvent.change(form.getByLabelText(label), { target: { value } });

test('each form says which of its fields are missing, and sends nothing', async () => {
  await open();
  for (const [name, button] of [
    ['Testar texto', 'Enviar texto'],
    ['Testar arquivo', 'Enviar arquivo'],
  ] as const) {
    const form = formNamed(name);
    await userEvent.click(form.getByRole('button', { name: button }));
    expect(form.getAllByText('Obrigatório')).toHaveLength(3);
    expect(document.activeElement).toBe(form.getByLabelText('Token'));
  }
  expect(heard('POST /messages/send')).toHaveLength(0);
});

test('an attendant reads it and may try it, without the keys and without the way to the connections', async () => {
  company.me = aUser({ profile: 'user' });
  await open();
  expect(screen.getByRole('form', { name: 'Testar texto' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: pt.title })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Conexões' })).toBeNull();
  expect(heard('GET /api-keys')).toEqual([]);
});

test('a text is sent with the typed token, and the answer shown', async () => {
  await open();
  const form = formNamed('Testar texto');
  type(form, 'Token', 'token-da-loja-centro');
  type(form, 'Número', '5511900004182');
  type(form, 'Mensagem', 'Seu pedido saiu.');
  await userEvent.click(form.getByRole('button', { name: 'Enviar texto' }));
  expect(await form.findByText(/Mensagem aceita em \d+ ms/)).toBeTruthy();
  const [sent] = heard('POST /messages/send');
  expect(sent).toMatchObject({
    body: { number: '5511900004182', body: 'Seu pedido saiu.' },
    token: 'token-da-loja-centro',
    key: expect.any(String),
  });
});

test('a refusal stays in the form with its code, and the session goes on', async () => {
  sending = { status: 401, body: { error: 'ERR_UNAUTHENTICATED', message: '' } };
  await open();
  const form = formNamed('Testar texto');
  for (const [label, value] of [
    ['Token', 'errado'],
    ['Número', '5511900004182'],
    ['Mensagem', 'Oi'],
  ] as const)
    type(form, label, value);
  await userEvent.click(form.getByRole('button', { name: 'Enviar texto' }));
  expect(await form.findByText('401 ERR_UNAUTHENTICATED · Token ausente ou de outra empresa')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'API de mensagens' })).toBeTruthy();
});

test('the examples show what was typed in each language; a typed token is hidden, but copied', async () => {
  const user = userEvent.setup();
  await open();
  const example = () => within(screen.getByRole('figure', { name: /Exemplo de texto/ }));
  expect(example().getByText(/Bearer TOKEN/)).toBeTruthy();
  type(formNamed('Testar texto'), 'Token', 'token-da-loja-centro');
  type(formNamed('Testar texto'), 'Mensagem', 'Chegou o seu pão');
  expect(example().getByText(/Chegou o seu pão/)).toBeTruthy();
  expect(document.querySelector('pre')!.textContent).not.toContain('token-da-loja-centro');
  await user.click(screen.getByRole('tab', { name: 'Python' }));
  expect(example().getByText(/requests\.post/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copiar Exemplo de texto' }));
  expect(await navigator.clipboard.readText()).toContain('Bearer token-da-loja-centro');
});

test('a key is made with a name and scopes, shown once, and listed', async () => {
  const { store } = await open();
  expect(await screen.findByText('Ler tudo o que administradores leem · Atender e escrever a clientes')).toBeTruthy();
  expect(screen.getByText(/nunca usada/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Nova chave' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Criar chave' }));
  expect(dialog.getAllByText('Obrigatório')).toHaveLength(2);
  fireEvent.change(dialog.getByLabelText('Nome'), { target: { value: 'Site' } });
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Tags' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Criar chave' }));
  expect(await screen.findByDisplayValue(KEY)).toBeTruthy();
  expect(heard('POST /api-keys')[0]?.body).toEqual({ name: 'Site', scopes: ['tags:write'] });
  await userEvent.click(screen.getByRole('button', { name: 'Guardei a chave' }));
  await waitFor(() => expect(screen.queryByDisplayValue(KEY)).toBeNull());
  act(() => void store.dispatch(liveFrame(aPush('apiKey', 'create', { ...erp, id: idOf(7, 2), name: 'Site' }, 105))));
  expect(await screen.findByText('Site')).toBeTruthy();
});

test('a key is replaced after a question, and the new one shown; and revoked', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Trocar a chave ERP' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Trocar' }));
  expect(await screen.findByDisplayValue(KEY)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Guardei a chave' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Revogar a chave ERP' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revogar' }));
  await waitFor(() => expect(heard(`DELETE /api-keys/${erp.id}`)).toHaveLength(1));
});

test('every scope has a name', () => expect(Object.keys(pt.scopes)).toEqual(expect.arrayContaining([...apiKeyScopes])));
