import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, heard, withCompany } from '../../../desk/tickets/screen.fixture.tsx';
import { aCampaign, cloud, enterCampaigns, known, list, phone, withCampaigns } from '../campaigns.fixture.ts';

withCompany();
withCampaigns();

const fields = (name: RegExp | string) => within(screen.getByRole('dialog', { name }));
const create = async () => {
  await enterCampaigns('/campaigns');
  await userEvent.click((await screen.findAllByRole('button', { name: 'Nova campanha' }))[0]!);
  return fields('Nova campanha');
};
const edit = async (more: Parameters<typeof aCampaign>[1]) => {
  known.campaigns = [aCampaign(1, more)];
  await enterCampaigns('/campaigns');
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Campanha 1' }));
  return fields('Editar campanha');
};
const choose = async (dialog: ReturnType<typeof fields>, label: string, option: RegExp | string) => {
  await userEvent.click(await dialog.findByRole('button', { name: new RegExp(`^${label}`) }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
const sent = (call: string) => heard(call).at(-1)?.body as Record<string, unknown>;

test('a new campaign has five messages with their confirmations, and is saved as inactive without a time', async () => {
  const dialog = await create();
  const tabs = dialog.getAllByRole('tab', { name: /Mensagem/ });
  expect(tabs).toHaveLength(5);
  for (const [at, tab] of tabs.entries()) {
    await userEvent.click(tab);
    await userEvent.type(dialog.getByLabelText('Mensagem'), `texto ${at + 1}`);
    await userEvent.type(dialog.getByLabelText('Pedido de confirmação (opcional)'), `pergunta ${at + 1}`);
  }
  await userEvent.type(dialog.getByLabelText('Nome'), 'Black November');
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(heard('POST /campaigns')).toHaveLength(1));
  expect(sent('POST /campaigns')).toMatchObject({
    name: 'Black November',
    message1: 'texto 1',
    message5: 'texto 5',
    confirmationMessage1: 'pergunta 1',
    confirmationMessage5: 'pergunta 5',
    scheduledAt: null,
    confirmation: false,
  });
});

test.each([
  ['', 'Required'],
  ['A', 'Too Short!'],
  ['A'.repeat(51), 'Too Long!'],
])('the name %j is refused', async (name, words) => {
  const dialog = await create();
  if (name) await userEvent.type(dialog.getByLabelText('Nome'), name);
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect(await dialog.findByText(words)).toBeTruthy();
  expect(heard('POST /campaigns')).toEqual([]);
});

test('to be sent at once it needs a list, a connection and a message; then it says where it goes, and begins', async () => {
  const dialog = await create();
  await userEvent.type(dialog.getByLabelText('Nome'), 'Black November');
  await userEvent.click(dialog.getByRole('tab', { name: 'Enviar agora' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar agora' }));
  for (const wrong of ['Escolha a lista para enviar', 'Escolha a conexão para enviar', /^Escreva ao menos uma mensagem/])
    expect(await dialog.findByText(wrong)).toBeTruthy();
  await choose(dialog, 'Lista de contatos', 'Clientes ativos · 1.120 contatos');
  await choose(dialog, 'Conexão', 'Loja Centro');
  await userEvent.type(dialog.getByLabelText('Mensagem'), 'Oi');
  expect(dialog.getByText('Vai para 1.120 contatos de Clientes ativos, por Loja Centro.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar agora' }));
  await waitFor(() => expect(heard('POST /campaigns')).toHaveLength(1));
  const { scheduledAt, whatsappId, contactListId } = sent('POST /campaigns');
  expect([whatsappId, contactListId]).toEqual([phone.id, list.id]);
  expect(Date.parse(String(scheduledAt))).toBeLessThanOrEqual(Date.now());
});

test('a message that is missing is shown where it is to be written, whichever message stands open', async () => {
  const dialog = await create();
  await userEvent.type(dialog.getByLabelText('Nome'), 'Black November');
  await choose(dialog, 'Lista de contatos', 'Clientes ativos · 1.120 contatos');
  await choose(dialog, 'Conexão', 'Loja Centro');
  await userEvent.click(dialog.getByRole('tab', { name: /^Mensagem 3/ }));
  await userEvent.click(dialog.getByRole('tab', { name: 'Enviar agora' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar agora' }));
  expect(await dialog.findByText(/^Escreva ao menos uma mensagem/)).toBeTruthy();
  expect(dialog.getByRole('tab', { name: /^Mensagem 1/ }).getAttribute('aria-selected')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Mensagem')));
  expect(heard('POST /campaigns')).toEqual([]);
});

test('a time is one of the company’s clocks, and says until when it can be changed', async () => {
  const dialog = await create();
  await userEvent.type(dialog.getByLabelText('Nome'), 'Black November');
  await choose(dialog, 'Lista de contatos', /^Clientes ativos/);
  await choose(dialog, 'Conexão', 'Loja Centro');
  await userEvent.type(dialog.getByLabelText('Mensagem'), 'Oi');
  await userEvent.click(dialog.getByRole('tab', { name: 'Agendar' }));
  const day = dialog.getByLabelText('Data de envio');
  await userEvent.clear(day);
  await userEvent.type(day, '19112031');
  await userEvent.clear(dialog.getByLabelText('Hora'));
  await userEvent.type(dialog.getByLabelText('Hora'), '0900');
  expect(dialog.getByText('Pode mudar até 19/11/2031 08:00.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(heard('POST /campaigns')).toHaveLength(1));
  expect(sent('POST /campaigns').scheduledAt).toBe('2031-11-19T12:00:00.000Z');
});

test('a variable goes where the text was left, and the preview has a contact’s own values', async () => {
  known.settings = { ...known.settings, variables: [{ key: 'loja', value: 'Casa Ipê' }] };
  const dialog = await create();
  await choose(dialog, 'Lista de contatos', /^Clientes ativos/);
  const message = dialog.getByLabelText('Mensagem') as HTMLTextAreaElement;
  await userEvent.type(message, 'Oi, !');
  message.setSelectionRange(4, 4);
  await userEvent.click(dialog.getByRole('button', { name: '{primeiroNome}' }));
  expect(message.value).toBe('Oi, {primeiroNome}!');
  await userEvent.click(await dialog.findByRole('button', { name: '{loja}' }));
  expect(message.value).toBe('Oi, {primeiroNome}{loja}!');
  const preview = within(await dialog.findByRole('complementary', { name: 'Como chega a Ana Clara' }));
  expect(preview.getByText('Oi, AnaCasa Ipê!')).toBeTruthy();
});

test('the preview is shown as any contact of the list, who is found by name', async () => {
  const dialog = await create();
  expect(dialog.queryByLabelText('Ver como outro contato')).toBeNull();
  await choose(dialog, 'Lista de contatos', /^Clientes ativos/);
  await userEvent.type(dialog.getByLabelText('Mensagem'), 'Oi, {{primeiroNome}!');
  const preview = within(await dialog.findByRole('complementary', { name: 'Como chega a Ana Clara' }));
  expect(preview.getByText('Oi, Ana!')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Ver como outro contato'), 'bia');
  await userEvent.click(await dialog.findByRole('option', { name: /Bia Prado/ }, { timeout: 3_000 }));
  expect(await dialog.findByRole('complementary', { name: 'Como chega a Bia Prado' })).toBeTruthy();
  expect(dialog.getByText('Oi, Bia!')).toBeTruthy();
});

test('the preview of a new campaign has the file that is chosen for it', async () => {
  const dialog = await create();
  const preview = within(dialog.getByRole('complementary', { name: 'Como chega' }));
  expect(preview.getByText('Nada escrito aqui')).toBeTruthy();
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await userEvent.upload(input, new File(['x'], 'vitrine.png', { type: 'image/png' }));
  expect(await preview.findByText('vitrine.png')).toBeTruthy();
  expect(preview.queryByText('Nada escrito aqui')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Remover vitrine.png' }));
  expect(await preview.findByText('Nada escrito aqui')).toBeTruthy();
  // A connection that begins with a template takes no file: the one that was chosen is given up.
  await userEvent.upload(input, new File(['x'], 'vitrine.png', { type: 'image/png' }));
  await choose(dialog, 'Conexão', 'Nuvem');
  await choose(dialog, 'Conexão', 'Loja Centro');
  expect(await dialog.findByText('Sem anexo')).toBeTruthy();
  expect(preview.queryByText('vitrine.png')).toBeNull();
});

test('a cancelled campaign is saved, but keeps its list and its time', async () => {
  const dialog = await edit({ status: 'CANCELADA', scheduledAt: '2026-03-01T15:00:00.000Z', validContacts: 4 });
  expect(dialog.queryByRole('button', { name: /^Lista de contatos/ })).toBeNull();
  expect(dialog.queryByRole('tab', { name: 'Agendar' })).toBeNull();
  await userEvent.type(dialog.getByLabelText('Mensagem'), ' Volte!');
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  const call = `PUT /campaigns/${known.campaigns[0]!.id}`;
  await waitFor(() => expect(sent(call)).toEqual({ message1: 'Oi, {nome}! Volte!' }));
});

test('connections that cannot begin are not offered; on a Cloud account a template begins, with what it costs', async () => {
  const offer = {
    name: 'novidade_do_mes',
    language: 'pt_BR',
    category: 'MARKETING',
    text: 'Oi, {{1}}! Temos novidades.',
    header: null,
    footer: null,
    buttons: [],
    values: 1,
  };
  known.templates = [offer];
  const dialog = await create();
  await userEvent.type(dialog.getByLabelText('Nome'), 'Novidades');
  await userEvent.click(dialog.getByRole('button', { name: /^Conexão/ }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Loja Centro', 'Nuvem']);
  await userEvent.click(screen.getByRole('option', { name: 'Nuvem' }));
  expect(dialog.queryByLabelText('Mensagem')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Modelo aprovado' }));
  await userEvent.click(await screen.findByRole('button', { name: /novidade do mes/ }));
  expect(await dialog.findByText(/Marketing: a Meta cobra cada mensagem entregue/)).toBeTruthy();
  await choose(dialog, 'Lista de contatos', /^Clientes ativos/);
  await userEvent.click(dialog.getByRole('button', { name: '{nome}' }));
  expect(await dialog.findByText('Oi, Ana Clara! Temos novidades.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(sent('POST /campaigns')).toMatchObject({
      whatsappId: cloud.id,
      template: { name: 'novidade_do_mes', language: 'pt_BR', values: ['{nome}'] },
    }),
  );
});

test('with another connection the template is given up', async () => {
  const dialog = await edit({
    whatsappId: cloud.id,
    whatsapp: { id: cloud.id, name: cloud.name },
    template: { name: 'novidade', language: 'pt_BR', values: [] },
  });
  await choose(dialog, 'Conexão', 'Loja Centro');
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  const call = `PUT /campaigns/${known.campaigns[0]!.id}`;
  await waitFor(() => expect(sent(call)).toEqual({ whatsappId: phone.id, template: null }));
});

test('what is saved is sent to oneself; what is typed has to be saved first', async () => {
  const dialog = await edit({ confirmation: true, confirmationMessage1: 'Posso?' });
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar para mim' }));
  const test = within(await screen.findByRole('dialog', { name: 'Enviar um teste' }));
  await userEvent.type(test.getByLabelText('Número'), '55 11 98765-4321');
  await userEvent.click(test.getByRole('tab', { name: 'Mensagem 1' }));
  await userEvent.click(test.getByRole('button', { name: 'Enviar teste' }));
  const call = `POST /campaigns/${known.campaigns[0]!.id}/test`;
  await waitFor(() => expect(sent(call)).toEqual({ number: '55 11 98765-4321', slot: 1, confirmation: false }));
  expect(await screen.findByText('Teste enviado')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Enviar um teste' })).toBeNull());
  await userEvent.type(dialog.getByLabelText('Mensagem'), '!');
  expect((dialog.getByRole('button', { name: 'Enviar para mim' }) as HTMLButtonElement).disabled).toBe(true);
});

test('a test of an empty message says so', async () => {
  const dialog = await edit({});
  const { answer } = company;
  company.answer = (one) =>
    one.call.endsWith('/test')
      ? { status: 400, body: { error: 'ERR_VALIDATION', message: 'Confira os campos.', fields: { message1: 'Required' } } }
      : answer?.(one);
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar para mim' }));
  const test = within(await screen.findByRole('dialog', { name: 'Enviar um teste' }));
  await userEvent.type(test.getByLabelText('Número'), '55 11 98765-4321');
  await userEvent.click(test.getByRole('button', { name: 'Enviar teste' }));
  expect(await test.findByText('Esta mensagem está vazia: escreva-a antes do teste.')).toBeTruthy();
});

describe('a new campaign with a file that is to be sent at once', () => {
  const upload = `POST /campaigns/${aCampaign(1).id}/media-upload`;
  const change = `PUT /campaigns/${aCampaign(1).id}`;
  const write = async (said: { status?: number; body: object }) => {
    const { answer } = company;
    company.answer = (one) => {
      if (one.call === 'POST /campaigns') return { status: 201, body: aCampaign(1), headers: { 'prosa-position': '101' } };
      return one.call === upload ? said : answer(one);
    };
    const dialog = await create();
    await userEvent.type(dialog.getByLabelText('Nome'), 'Casa nova');
    await choose(dialog, 'Lista de contatos', /^Clientes ativos/);
    await choose(dialog, 'Conexão', 'Loja Centro');
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await userEvent.upload(input, new File(['x'], 'vitrine.png', { type: 'image/png' }));
    await userEvent.click(dialog.getByRole('tab', { name: 'Enviar agora' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Enviar agora' }));
    await waitFor(() => expect(heard(upload)).toHaveLength(1));
    expect(sent('POST /campaigns')).toMatchObject({ scheduledAt: null });
  };

  test('begins when its file is there', async () => {
    await write({ body: { id: aCampaign(1).id, mediaName: 'vitrine.png' } });
    await waitFor(() => expect(heard(change)).toHaveLength(1));
    expect(Date.parse(String(sent(change).scheduledAt))).toBeLessThanOrEqual(Date.now());
  });

  test('stays inactive without it, and says so', async () => {
    await write({ status: 400, body: { error: 'ERR_MEDIA_EMPTY', message: '' } });
    expect(await screen.findByText(/^O anexo não foi enviado, e a campanha ficou inativa: /)).toBeTruthy();
    expect(heard(change)).toEqual([]);
  });
});
