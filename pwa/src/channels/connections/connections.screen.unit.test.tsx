import { beforeEach, expect, test } from '@jest/globals';
import { type ConnectionStatus, type ConnectionView, HIDDEN_TOKEN } from '@prosa/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, enterScreen, heard, sales, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { aUser } from '../../testing/me.ts';
import { idOf } from '../../testing/records.ts';
import type { Said } from '../../testing/server.ts';
import { aConnection } from './connections.fixture.ts';
import './connections.screen.tsx'; // loaded before the first test
import { feature as queuesFeature } from '../../flows/queues/queues.feature.ts';
import { queues } from '../../flows/queues/queues.slice.ts';
import { feature as connectionsScreen } from './connections.later.ts';

const id = (n: number) => idOf(7, n);
let all: ConnectionView[];
let shown: { qrcode: string; unfinishedTickets: number };
let refusal: Said | undefined;

/** Those of the screen and of what it shows. */
const features = [connectionsScreen, queuesFeature];

withCompany();
beforeEach(() => {
  all = [];
  shown = { qrcode: '', unfinishedTickets: 0 };
  refusal = undefined;
  company.answer = ({ call }) => {
    const headers = { 'prosa-position': '100' };
    if (call === 'GET /whatsapp') return { body: all, headers };
    const one = all.find((connection) => call === `GET /whatsapp/${connection.id}`);
    if (one) return { body: { ...one, ...shown, retries: 0 }, headers };
    return !call.startsWith('GET ') && call.includes('/whatsapp') ? (refusal ?? { body: null, headers }) : undefined;
  };
});
const rowOf = (n: number) => screen.findByRole('row', { name: new RegExp(`Loja ${n}`) });
const dialog = () => screen.findByRole('dialog');
const asked = () => heard().filter(({ call }) => !call.startsWith('GET ') && call.includes('/whatsapp'));
const press = async (name: string) => userEvent.click(within(await dialog()).getByRole('button', { name }));

test('a plan that is full says so as the API does, and its button is disabled with the reason', async () => {
  const planId = idOf(10, 1);
  const { answer } = company;
  company.answer = (call) => {
    const headers = { 'prosa-position': '100' };
    if (call.call === `GET /companies/${company.me.company.id}`) return { body: { ...company.me.company, planId }, headers };
    if (call.call === `GET /plans/${planId}`) return { body: { id: planId, name: 'Equipe', connections: 2 }, headers };
    return answer(call);
  };
  all = [aConnection(0, 'CONNECTED'), aConnection(1, 'CONNECTED')];
  await enterScreen('/connections', ...features);
  expect(await screen.findByText('O limite do seu plano foi atingido.')).toBeTruthy();
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Adicionar' });
  expect([add.disabled, add.title]).toEqual([true, 'O limite do seu plano foi atingido.']);
});

test('the test customer’s connection counts toward no limit, and can only be removed, with its tickets', async () => {
  const planId = idOf(10, 1);
  const { answer } = company;
  company.answer = (call) => {
    const headers = { 'prosa-position': '100' };
    if (call.call === `GET /companies/${company.me.company.id}`) return { body: { ...company.me.company, planId }, headers };
    if (call.call === `GET /plans/${planId}`) return { body: { id: planId, name: 'Equipe', connections: 2 }, headers };
    return answer(call);
  };
  all = [aConnection(0, 'CONNECTED'), aConnection(1, 'CONNECTED', { channel: 'sample', kind: 'sample', provider: 'pt' })];
  shown = { qrcode: '', unfinishedTickets: 2 };
  await enterScreen('/connections', ...features);
  const row = within(await rowOf(1));
  expect(row.getByText('Teste')).toBeTruthy();
  expect(row.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Excluir Loja 1']);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Adicionar' }).disabled).toBe(false);
  await userEvent.click(row.getByRole('button'));
  expect(within(await dialog()).getByText('O cliente de exemplo é apagado com os atendimentos dele.')).toBeTruthy();
  expect(within(await dialog()).queryByRole('status')).toBeNull();
});

test('each status has its words and its buttons, and the entry is marked until all are connected', async () => {
  const offers: [ConnectionStatus, string, string[]][] = [
    ['CONNECTED', 'Conectado', ['Desconectar: Loja 0']],
    ['PAIRING', 'Pareando', ['Desconectar: Loja 1']],
    ['TIMEOUT', 'Sem resposta', ['Desconectar: Loja 2']],
    ['DISCONNECTED', 'Desconectado', ['Tentar novamente: Loja 3', 'Novo QR: Loja 3']],
    ['qrcode', 'Aguardando leitura', ['Ver QR code: Loja 4']],
    ['OPENING', 'Abrindo', ['Conectando']],
  ];
  all = offers.map(([status], n) => aConnection(n, status, n === 3 ? { reason: 'logged-out', session: '5511900001000' } : {}));
  const { push } = await enter('/connections');
  for (const [n, [, words, buttons]] of offers.entries()) {
    const row = within(await rowOf(n));
    expect(row.getByText(words)).toBeTruthy();
    const names = row.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);
    expect(names).toEqual([...buttons, `Editar Loja ${n}`, `Excluir Loja ${n}`]);
  }
  expect(within(await rowOf(3)).getByText('Saiu da sessão')).toBeTruthy();
  expect(within(await rowOf(3)).getByText('+55 11 90000-1000')).toBeTruthy();
  expect(within(await rowOf(5)).getByRole<HTMLButtonElement>('button', { name: 'Conectando' }).disabled).toBe(true);
  const entry = screen.getByRole('link', { name: /Conexões/ });
  expect(within(entry).getByRole('img', { name: 'há conexões com problema' }).textContent).toBe('!');
  for (const connection of all) push('whatsapp', 'update', { ...connection, status: 'CONNECTED' });
  await waitFor(() => expect(within(entry).queryByRole('img', { name: 'há conexões com problema' })).toBeNull());
});

test('a new code opens its dialog, each further one replaces it, and none closes it', async () => {
  all = [aConnection(1, 'DISCONNECTED')];
  const { push } = await enterScreen('/connections', ...features);
  await userEvent.click(within(await rowOf(1)).getByRole('button', { name: 'Novo QR: Loja 1' }));
  expect(within(await dialog()).getByText('Esperando o código')).toBeTruthy();
  expect(asked().map(({ call }) => call)).toEqual([`PUT /whatsappsession/${id(1)}`]);
  const show = (qrcode: string) => push('whatsappSession', 'update', { id: id(1), status: 'qrcode', qrcode, retries: 0 });
  const picture = () => screen.findByRole('img', { name: 'QR code para ler com o celular' });
  show('first');
  const first = (await picture()).innerHTML;
  show('second');
  await waitFor(async () => expect((await picture()).innerHTML).not.toBe(first));
  show('');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('C12: a code can be typed instead: the number is asked for, and what its phone wants is shown', async () => {
  all = [aConnection(1, 'qrcode')];
  shown.qrcode = 'scan me';
  const { push } = await enterScreen('/connections', ...features);
  await userEvent.click(within(await rowOf(1)).getByRole('button', { name: 'Ver QR code: Loja 1' }));
  const form = within(await dialog());
  await form.findByRole('img', { name: 'QR code para ler com o celular' });
  await userEvent.click(form.getByRole('button', { name: 'Digitar um código no celular' }));
  await userEvent.click(form.getByRole('button', { name: 'Gerar código' }));
  expect(form.getByText('Informe o número com o código do país.')).toBeTruthy();
  await userEvent.type(form.getByLabelText('Número do celular da loja'), '+55 11 90000-0001');
  await userEvent.click(form.getByRole('button', { name: 'Gerar código' }));
  await waitFor(() =>
    expect(asked().map(({ call, body }) => [call, body])).toEqual([
      [`POST /whatsappsession/${id(1)}`, { number: '+55 11 90000-0001' }],
    ]),
  );
  push('whatsappSession', 'update', { id: id(1), status: 'qrcode', qrcode: 'other', retries: 0, pairingCode: 'ABCD1234' });
  expect((await form.findByLabelText('Código para digitar: A B C D - 1 2 3 4')).textContent).toBe('ABCD-1234');
  await userEvent.click(form.getByRole('button', { name: 'Ler o QR code com a câmera' }));
  expect(form.getByRole('img', { name: 'QR code para ler com o celular' })).toBeTruthy();
  push('whatsapp', 'update', { ...all[0]!, status: 'PAIRING' });
  push('whatsappSession', 'update', { id: id(1), status: 'PAIRING', qrcode: '', retries: 0 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('C12: a code says how long it is valid', async () => {
  all = [aConnection(1, 'qrcode')];
  const { push } = await enterScreen('/connections', ...features);
  await userEvent.click(within(await rowOf(1)).getByRole('button', { name: 'Ver QR code: Loja 1' }));
  const codeUntil = new Date(Date.now() + 45_500).toISOString();
  push('whatsappSession', 'update', { id: id(1), status: 'qrcode', qrcode: 'scan me', retries: 0, codeUntil });
  expect((await within(await dialog()).findByRole('timer')).textContent).toMatch(/^Este código vale por 4[0-9] segundos$/);
});

test.each(['pt', 'en', 'es'])('C12: each reason of a session has its words and its way out in %s', async (language) => {
  const { default: texts } = await import(`./connections.screen.${language}.json`, { with: { type: 'json' } });
  expect(Object.keys(texts.ways).sort()).toEqual(Object.keys(texts.reasons).sort());
});

test('C22: a restriction says until when, if the channel does', async () => {
  const until = '2030-05-02T15:00:00.000Z';
  all = [aConnection(1, 'CONNECTED', { reason: 'restricted', until }), aConnection(2, 'CONNECTED', { reason: 'restricted' })];
  await enterScreen('/connections', ...features);
  expect((await rowOf(1)).textContent).toContain('Restrita até 02/05/2030');
  expect((await rowOf(2)).textContent).toMatch(/O canal restringiu a contaEspere/);
});

test('how many messages of a connection are set aside is said in its row', async () => {
  all = [aConnection(1, 'CONNECTED', { reason: 'set-aside 3' })];
  await enter('/connections');
  expect((await rowOf(1)).textContent).toContain('Mensagens que não puderam ser lidas: 3Elas têm uma linha na conversa');
});

test('C12: a session that goes back by itself asks nobody to try again, one that has stopped does', async () => {
  all = [aConnection(1, 'TIMEOUT', { reason: 'replaced' }), aConnection(2, 'DISCONNECTED', { reason: 'replaced' })];
  await enterScreen('/connections', ...features);
  expect((await rowOf(1)).textContent).toContain('Aberta em outro lugarFeche no outro lugar: em 1 min volta sozinha.');
  expect((await rowOf(2)).textContent).toContain('Aberta em outro lugarFeche o outro lugar e tente de novo.');
});

test('the code that is shown already is fetched', async () => {
  all = [aConnection(1, 'qrcode')];
  shown.qrcode = 'there before';
  await enterScreen('/connections', ...features);
  await userEvent.click(within(await rowOf(1)).getByRole('button', { name: 'Ver QR code: Loja 1' }));
  expect((await screen.findByRole('img', { name: 'QR code para ler com o celular' })).dataset.code).toBe('there before');
});

test('a code that comes before the answer is newer than the answer', async () => {
  all = [aConnection(1, 'DISCONNECTED')];
  const { answer } = company;
  const late = Promise.withResolvers<void>();
  company.answer = async (call) => {
    if (call.call === `GET /whatsapp/${id(1)}`) await late.promise;
    return answer(call);
  };
  const { push } = await enterScreen('/connections', ...features);
  await userEvent.click(within(await rowOf(1)).getByRole('button', { name: 'Novo QR: Loja 1' }));
  await waitFor(() => expect(heard(`GET /whatsapp/${id(1)}`)).toHaveLength(1));
  push('whatsappSession', 'update', { id: id(1), status: 'qrcode', qrcode: 'pushed', retries: 0 });
  await screen.findByRole('img', { name: 'QR code para ler com o celular' });
  late.resolve();
  // A later request is answered later.
  await act(async () => void (await (await fetch('http://localhost/api/whatsapp')).json()));
  expect((await screen.findByRole('img', { name: 'QR code para ler com o celular' })).dataset.code).toBe('pushed');
});

test('to disconnect and to delete is asked for once; what a deletion closes is said, and a refusal is shown in place', async () => {
  all = [aConnection(1, 'CONNECTED', { isDefault: true }), aConnection(2, 'CONNECTED')];
  shown.unfinishedTickets = 3;
  const { push } = await enterScreen('/connections', ...features);
  await userEvent.click(within(await rowOf(2)).getByRole('button', { name: 'Desconectar: Loja 2' }));
  expect(within(await dialog()).getByText('Desconectar “Loja 2”?')).toBeTruthy();
  await press('Desconectar');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(within(await rowOf(1)).getByRole('button', { name: 'Excluir Loja 1' }));
  expect(await within(await dialog()).findByText('3 atendimentos que ainda não terminaram serão encerrados.')).toBeTruthy();
  refusal = { status: 409, body: { error: 'ERR_NO_OTHER_WHATSAPP', message: 'm' } };
  await press('Excluir');
  expect(await screen.findByText('Deve haver pelo menos um WhatsApp padrão.', { selector: '.refusal' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  refusal = undefined;
  await userEvent.click(within(await rowOf(2)).getByRole('button', { name: 'Excluir Loja 2' }));
  await press('Excluir');
  push('whatsapp', 'delete', { id: id(2) });
  await waitFor(() => expect(screen.queryByRole('row', { name: /Loja 2/ })).toBeNull());
  expect(asked().map(({ call }) => call)).toEqual([
    `DELETE /whatsappsession/${id(2)}`,
    `DELETE /whatsapp/${id(1)}`,
    `DELETE /whatsapp/${id(2)}`,
  ]);
});

test('the form has all fields, says what is wrong at its field, and sends only what was changed', async () => {
  all = [aConnection(1, 'CONNECTED', { isDefault: true, queueIds: [sales.id] })];
  await enterScreen('/connections', ...features);
  await userEvent.click(within(await rowOf(1)).getByRole('button', { name: 'Editar Loja 1' }));
  const form = within(await dialog());
  // It is the default one, and can only be replaced.
  expect(form.queryByRole('switch')).toBeNull();
  await waitFor(() => expect(form.getByLabelText('Filas').textContent).toBe('Vendas'));
  const token = form.getByLabelText<HTMLInputElement>('Token');
  expect(token.value).toBe(HIDDEN_TOKEN);
  // Few people need it: it is folded away, with how many fields are filled in.
  const fold = token.closest('details')!;
  expect([fold.open, fold.querySelector('summary')!.textContent]).toEqual([
    false,
    'AvançadoToken, webhook, fim do robô1 preenchido',
  ]);
  await userEvent.clear(token);
  await userEvent.type(token, 'curto');
  await userEvent.type(form.getByLabelText('Endereço do webhook'), 'loja.example');
  const minutes = form.getByLabelText<HTMLInputElement>('Encerrar após silêncio do cliente (minutos)');
  expect(minutes.value).toBe('0');
  await userEvent.clear(minutes);
  await userEvent.click(form.getByRole('button', { name: /^Salvar/ }));
  expect(await form.findByText('Too Short!')).toBeTruthy();
  expect(fold.open).toBe(true);
  expect(form.getByText('Comece com http:// ou https://')).toBeTruthy();
  expect(form.getByText('Um número inteiro, de 0 a 43200.')).toBeTruthy();
  await userEvent.type(minutes, '45');
  await userEvent.clear(token);
  await userEvent.clear(form.getByLabelText('Endereço do webhook'));
  await userEvent.type(form.getByLabelText('Endereço do webhook'), 'https://loja.example');
  refusal = {
    status: 400,
    body: { error: 'ERR_WAPP_GREETING_REQUIRED', message: 'm', fields: { greetingMessage: 'Required' } },
  };
  await userEvent.click(form.getByRole('button', { name: /^Salvar/ }));
  const needed = 'A mensagem de saudação é obrigatória quando há mais de uma fila.';
  expect(await form.findByText(needed)).toBeTruthy();
  expect((await screen.findByText(needed, { selector: '.toast *' })).closest('[role="dialog"]')).toBeNull();
  expect(asked().map(({ call, body }) => [call, body])).toEqual([
    [`PUT /whatsapp/${id(1)}`, { token: '', webhookUrl: 'https://loja.example', closeAfterMinutes: 45 }],
  ]);
});

test('the menu offers three channels; a number is connected by its phone unless chosen otherwise', async () => {
  await enterScreen('/connections', ...features);
  expect(await screen.findByText('Nenhuma conexão ainda')).toBeTruthy();
  await userEvent.click(screen.getAllByRole('button', { name: 'Adicionar' })[0]!);
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(entries).toEqual(['WhatsApp', 'Facebook', 'Instagram']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'WhatsApp' }));
  const form = within(await dialog());
  await userEvent.type(form.getByLabelText('Nome'), 'Loja');
  await userEvent.click(form.getByRole('button', { name: /^Salvar/ }));
  await waitFor(() => expect(asked().map(({ call }) => call)).toEqual(['POST /whatsapp']));
  expect(asked()[0]!.body).toMatchObject({ name: 'Loja', channel: 'whatsapp', provider: 'beta', isDefault: false, token: '' });
});

test('where there is one queue, a new connection begins with it', async () => {
  const { answer } = company;
  company.answer = (said) =>
    said.call === 'GET /queue' ? { body: [sales], headers: { 'prosa-position': '100' } } : answer(said);
  const { store } = await enterScreen('/connections', ...features);
  await waitFor(() => expect(queues.selectAll(store.getState())).toHaveLength(1));
  await userEvent.click(screen.getAllByRole('button', { name: 'Adicionar' })[0]!);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'WhatsApp' }));
  const form = within(await dialog());
  expect(form.getByLabelText('Filas').textContent).toBe('Vendas');
  await userEvent.type(form.getByLabelText('Nome'), 'Loja');
  await userEvent.click(form.getByRole('button', { name: 'Salvar e ver o QR code' }));
  await waitFor(() => expect(asked()[0]?.body).toMatchObject({ name: 'Loja', queueIds: [sales.id] }));
});

test('a list that cannot be fetched is fetched again on demand', async () => {
  const answer = company.answer;
  company.answer = (call) =>
    call.call === 'GET /whatsapp' ? { status: 500, body: { error: 'ERR_INTERNAL', message: '' } } : answer(call);
  await enterScreen('/connections', ...features);
  expect((await screen.findByRole('alert')).textContent).toContain('Não deu para carregar a lista');
  all = [aConnection(1, 'CONNECTED')];
  company.answer = answer;
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await rowOf(1)).toBeTruthy();
});

test('who is no administrator is led to the tickets, and has no such entry', async () => {
  company.me = aUser({ profile: 'user' });
  const { at } = await enter('/connections');
  await waitFor(() => expect(at()).toBe('/tickets'));
  expect(screen.queryByRole('link', { name: /Conexões/ })).toBeNull();
  expect(heard('GET /whatsapp')).toEqual([]);
});

test('a new connection by a phone opens its code by itself; if nobody answers, that is said, with a way to try again', async () => {
  const { push } = await enterScreen('/connections', ...features);
  await userEvent.click((await screen.findAllByRole('button', { name: 'Adicionar' }))[0]!);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'WhatsApp' }));
  const made = aConnection(1, 'DISCONNECTED');
  refusal = { body: made, headers: { 'prosa-position': '101' } };
  await userEvent.type(within(await dialog()).getByLabelText('Nome'), 'Loja 1');
  all = [made];
  await press('Salvar e ver o QR code');
  push('whatsapp', 'create', made);
  const link = within(await screen.findByRole('dialog', { name: 'Conectar “Loja 1”' }));
  push('whatsapp', 'update', { ...made, status: 'OPENING' });
  expect(await link.findByText('Conectando')).toBeTruthy();
  push('whatsapp', 'update', { ...made, reason: 'no-answer' });
  expect(await link.findByText(/^O WhatsApp não respondeu/)).toBeTruthy();
  await userEvent.click(link.getByRole('button', { name: 'Tentar novamente' }));
  await waitFor(() => expect(asked().map(({ call }) => call)).toContain(`POST /whatsappsession/${id(1)}`));
  await userEvent.click(link.getByRole('button', { name: 'Fechar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what the channel tells of an account is shown, in words where they are known', async () => {
  const at = '2026-03-01T15:00:00.000Z';
  all = [
    aConnection(0, 'CONNECTED', { accountNews: { what: 'template', word: 'REJECTED', of: 'oferta, pt_BR', at } }),
    aConnection(1, 'CONNECTED', { accountNews: { what: 'account', word: 'ADULT', of: null, at } }),
  ];
  await enter('/connections');
  expect(within(await rowOf(0)).getByText(/^Modelo oferta, pt_BR: recusado \(01\/03\/2026/)).toBeTruthy();
  expect(within(await rowOf(1)).getByText(/^Conta na Meta: ADULT/)).toBeTruthy();
});
