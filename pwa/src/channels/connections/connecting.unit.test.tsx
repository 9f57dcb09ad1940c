import { beforeEach, expect, test } from '@jest/globals';
import { type ConnectionView, HIDDEN_TOKEN } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { idOf } from '../../testing/records.ts';
import type { Said } from '../../testing/server.ts';
import { aConnection } from './connections.fixture.ts';
import './connections.screen.tsx'; // loaded before the first test
import { feature as queuesFeature } from '../../flows/queues/queues.feature.ts';
import { feature as connectionsScreen } from './connections.later.ts';

const cloud = aConnection(1, 'DISCONNECTED', {
  name: 'Nuvem',
  provider: 'cloud',
  reason: 'token',
  token: null,
  phoneNumberId: '111222333',
  wabaId: '444555666',
  accessToken: HIDDEN_TOKEN,
  appSecret: HIDDEN_TOKEN,
});
/** One that would not lead back to this address: there is nothing but tokens. */
const elsewhere = 'https://www.facebook.com/dialog?state=s&redirect_uri=https%3A%2F%2Felsewhere.example.com';
let metaUrl: string | null;
let all: ConnectionView[];
let answer: Said | undefined;

withCompany();
beforeEach(() => {
  all = [];
  metaUrl = elsewhere;
  answer = undefined;
  company.answer = ({ call }) => {
    const headers = { 'prosa-position': '100' };
    if (call === 'GET /whatsapp') return { body: all, headers };
    if (call === 'POST /facebook/dialog') return { body: { url: metaUrl } };
    return /^(POST|PUT) \/(whatsapp|facebook)/.test(call) ? (answer ?? { body: null, headers }) : undefined;
  };
});
const asked = (start: string) => heard().filter(({ call }) => call.startsWith(start));
const add = async (channel: string | RegExp) => {
  await enterScreen('/connections', connectionsScreen, queuesFeature);
  await userEvent.click((await screen.findAllByRole('button', { name: 'Adicionar' }))[0]!);
  await userEvent.click(await screen.findByRole('menuitem', { name: channel }));
  return within(await screen.findByRole('dialog'));
};

test('a number is connected by the official API with its account, and what is wrong is said at its field', async () => {
  const form = await add('WhatsApp');
  expect(form.queryByLabelText('Token de acesso')).toBeNull();
  await userEvent.type(form.getByLabelText('Nome'), 'Nuvem');
  await userEvent.click(form.getByRole('radio', { name: /API oficial/ }));
  await userEvent.type(form.getByLabelText('Identificador do número de telefone'), '111222333');
  await userEvent.type(form.getByLabelText('Identificador da conta do WhatsApp Business'), '444555666');
  await userEvent.type(form.getByLabelText('Token de acesso'), 'EAAG');
  answer = {
    status: 400,
    body: { error: 'ERR_VALIDATION', message: '', fields: { accessToken: 'expired', phoneNumberId: 'in-use' } },
  };
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }));
  expect(await form.findByText('Venceu. Gere outro.')).toBeTruthy();
  expect(form.getByText('Já está em outra conexão.')).toBeTruthy();
  expect(asked('POST /whatsapp')[0]!.body).toMatchObject({
    name: 'Nuvem',
    channel: 'whatsapp',
    provider: 'cloud',
    phoneNumberId: '111222333',
    wabaId: '444555666',
    accessToken: 'EAAG',
  });
});

test('a connection whose token has died says so, and takes another one; the ones that are kept are shown hidden', async () => {
  all = [cloud];
  await enterScreen('/connections', connectionsScreen, queuesFeature);
  const row = within(await screen.findByRole('row', { name: /Nuvem/ }));
  expect(row.getByText('A autorização venceu')).toBeTruthy();
  expect(row.getByText('WhatsApp Cloud API')).toBeTruthy();
  expect(row.queryByRole('button', { name: /Novo QR/ })).toBeNull();
  await userEvent.click(row.getByRole('button', { name: 'Novo acesso: Nuvem' }));
  const form = within(await screen.findByRole('dialog'));
  expect(form.getByText('Número 111222333, conta 444555666')).toBeTruthy();
  expect(form.queryByLabelText('Identificador do número de telefone')).toBeNull();
  const token = form.getByLabelText<HTMLInputElement>('Token de acesso');
  expect([token.value, form.getByLabelText<HTMLInputElement>('Chave secreta do app').value]).toEqual([
    HIDDEN_TOKEN,
    HIDDEN_TOKEN,
  ]);
  await userEvent.clear(token);
  await userEvent.type(token, 'EAAG-new');
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(asked('PUT /whatsapp').map(({ body }) => body)).toEqual([{ accessToken: 'EAAG-new' }]));
});

test('C33: the pages of a person are connected by their sign-in; what is wrong with it is said, and which page was left', async () => {
  const form = await add('Facebook');
  await userEvent.click(await form.findByRole('button', { name: 'Conectar' }));
  expect(form.getAllByText('Preencha este campo.')).toHaveLength(2);
  await userEvent.type(form.getByLabelText('Identificador do usuário'), '1');
  await userEvent.type(form.getByLabelText('Token do usuário'), 'EAA');
  answer = { status: 400, body: { error: 'ERR_VALIDATION', message: '', fields: { facebookUserToken: 'missing-permission' } } };
  await userEvent.click(form.getByRole('button', { name: 'Conectar' }));
  await form.findByText('Falta permissão para enviar e receber mensagens.');
  await userEvent.type(form.getByLabelText('Token do usuário'), '2');
  const left = [{ name: 'Mar', code: 'ERR_ACCOUNT_IN_USE' }];
  answer = { body: { connections: [{ id: idOf(7, 2), name: 'Flor' }], left }, headers: { 'prosa-position': '101' } };
  await userEvent.click(form.getByRole('button', { name: 'Conectar' }));
  await screen.findByText('1 página conectada.');
  await screen.findByText('Não conectadas: Mar. Esta conta já está em outra conexão.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked('POST /facebook').at(-1)!.body).toEqual({ facebookUserId: '1', facebookUserToken: 'EAA2', kind: 'facebook' });
});

test('where the operator has set up no app at Meta, the menu says so, and no token is asked for', async () => {
  metaUrl = null;
  await add(/^Facebook/);
  expect(await screen.findByText(/ainda não tem um app na Meta/)).toBeTruthy();
  expect(screen.queryByLabelText('Token do usuário')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getAllByRole('button', { name: 'Adicionar' })[0]!);
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(entries).toEqual(['WhatsApp', 'Facebook falta o app da Meta', 'Instagram falta o app da Meta']);
});

test('a reason that has no text yet is said in general', async () => {
  const form = await add('Facebook');
  await userEvent.type(await form.findByLabelText('Identificador do usuário'), '7');
  await userEvent.type(form.getByLabelText('Token do usuário'), 'EAAG');
  const wrong = (facebookUserToken: string) => ({
    status: 400 as const,
    body: { error: 'ERR_VALIDATION', message: '', fields: { facebookUserToken } },
  });
  answer = wrong('something-new');
  await userEvent.click(form.getByRole('button', { name: 'Conectar' }));
  expect(await form.findByText('Não é aceito pelo canal.')).toBeTruthy();
  answer = wrong('not-configured');
  await userEvent.click(form.getByRole('button', { name: 'Conectar' }));
  expect(await form.findByText('Este servidor não tem um app na Meta.')).toBeTruthy();
});
