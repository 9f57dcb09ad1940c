import { expect, test } from '@jest/globals';
import { limits, type MessageView } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { comes, withoutPause } from '../../../testing/fake-time.ts';
import { aContact, aMessage, aTicket, at, childOf } from '../../../testing/records.ts';
import { company, enter, enterConversation, heard, openTicket, waiting, withCompany } from '../../tickets/screen.fixture.tsx';

withCompany();

const place = { latitude: -23.5505, longitude: -46.6333, name: 'Padaria Aurora', address: 'Rua das Palmeiras, 418' };
const contacts = [{ name: 'Tarcísio Belmonte', numbers: ['5511900008826', '+1 212 555 0100'] }];
const id = childOf(1, 150);
const message = (more: Partial<MessageView>) =>
  aMessage({ id, ticketId: openTicket.id, body: '', createdAt: at(60), position: '150', ...more });
/** Opens the conversation with one message added after its first. */
const open = async (more: Partial<MessageView>) => {
  company.messages.push(message(more));
  const app = await enterConversation(`/tickets/${openTicket.id}`);
  await screen.findByRole('log', { name: 'Mensagens' });
  const bubble = (of = id) => document.querySelector<HTMLElement>(`[data-id="${of}"]`)!;
  await waitFor(() => expect(bubble()).toBeTruthy());
  return { ...app, bubble };
};

test('a place shows a drawn map, its name and address, and a link to a real map', async () => {
  const { bubble } = await open({ place, mediaType: 'locationMessage' });
  const card = within(bubble());
  expect(card.getByRole('img', { name: 'Mapa: Padaria Aurora' })).toBeTruthy();
  expect(card.getByText('Rua das Palmeiras, 418')).toBeTruthy();
  const link = card.getByRole('link', { name: /Abrir no mapa/ });
  expect(link.getAttribute('href')).toBe('https://www.google.com/maps/search/?api=1&query=-23.5505,-46.6333');
  expect(link.getAttribute('rel')).toContain('noopener');
  expect(bubble().querySelector('time')).toBeTruthy();
});

test('a place without a name shows its coordinates', async () => {
  const { bubble } = await open({ place: { ...place, name: null, address: null } });
  expect(within(bubble()).getByText('-23.55050, -46.63330')).toBeTruthy();
});

test('each number of a contact is shown and can be copied', async () => {
  const user = userEvent.setup();
  const { bubble } = await open({ contacts, mediaType: 'vcard' });
  const card = within(bubble());
  expect(card.getByText('Tarcísio Belmonte')).toBeTruthy();
  expect(card.getByText('+55 11 90000-8826')).toBeTruthy();
  await user.click(card.getByRole('button', { name: 'Copiar o número +12125550100 de Tarcísio Belmonte' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('+1 212 555 0100'));
  expect(await screen.findByText('Número copiado.')).toBeTruthy();
});

test('saving a contact uses the data of its card', async () => {
  const { bubble } = await open({ contacts });
  await userEvent.click(within(bubble()).getByRole('button', { name: 'Salvar contato Tarcísio Belmonte, +55 11 90000-8826' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText<HTMLInputElement>('Nome').value).toBe('Tarcísio Belmonte');
  expect(dialog.getByLabelText<HTMLInputElement>('Número').value).toBe('5511900008826');
});

/** Opens the dialog for a new ticket, which searches for the number after a pause. */
const converse = (bubble: HTMLElement) =>
  withoutPause(limits.searchDebounceMs, async (user) => {
    await user.click(within(bubble).getByRole('button', { name: 'Conversar com Tarcísio Belmonte, +55 11 90000-8826' }));
    await comes(() => screen.queryByRole('dialog') !== null);
  });

test('starting a conversation with a contact searches for the number, and creates the contact if nobody has it', async () => {
  const { bubble } = await open({ contacts });
  await converse(bubble());
  await waitFor(() => expect(heard('GET /contacts').at(-1)?.query.get('searchParam')).toBe('5511900008826'));
  await userEvent.click(await screen.findByRole('option', { name: /Tarcísio Belmonte/ }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Número').value).toBe('5511900008826'));
  expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Tarcísio Belmonte');
});

test('each number of a contact has its own actions, and is there once', async () => {
  const numbers = [...contacts[0]!.numbers, '(11) 90000-8826', '90000-8826'];
  const { bubble } = await open({ contacts: [{ name: 'Tarcísio Belmonte', numbers }] });
  const card = within(bubble());
  const labels = card.getAllByRole('button', { name: /^Salvar contato/ }).map((one) => one.getAttribute('aria-label'));
  const saved = ['+55 11 90000-8826', '+12125550100', '90000-8826'];
  expect(labels).toEqual(saved.map((number) => `Salvar contato Tarcísio Belmonte, ${number}`));
  await userEvent.click(card.getByRole('button', { name: 'Salvar contato Tarcísio Belmonte, +12125550100' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText<HTMLInputElement>('Número').value).toBe('+1 212 555 0100');
});

test('an existing contact with the number is offered', async () => {
  const found = { contacts: [aContact({ name: 'Tarcísio (arquiteto)' })], count: 1, hasMore: false };
  company.answer = ({ call }) => (call === 'GET /contacts' ? { body: found } : undefined);
  const { bubble } = await open({ contacts });
  await converse(bubble());
  expect(await screen.findByRole('option', { name: /arquiteto/ })).toBeTruthy();
});

test('of very many contacts a few are shown until all are requested', async () => {
  const many = Array.from({ length: 8 }, (_, n) => ({ name: `Pessoa ${n}`, numbers: [] }));
  const { bubble } = await open({ contacts: many });
  const shown = () => within(bubble()).getAllByText(/^Pessoa/).length;
  expect(shown()).toBe(3);
  await userEvent.click(within(bubble()).getByRole('button', { name: 'mostrar mais 5 contatos' }));
  expect(shown()).toBe(8);
});

test('a missed call is a line, by voice or video', async () => {
  company.messages.push(message({ id: childOf(1, 149), call: { kind: 'voice' }, mediaType: 'call_log', position: '149' }));
  const { bubble } = await open({ call: { kind: 'video' }, mediaType: 'call_log' });
  expect(within(bubble()).getByText('Chamada de vídeo perdida')).toBeTruthy();
  expect(within(bubble(childOf(1, 149))).getByText('Chamada de voz perdida')).toBeTruthy();
});

test('a chosen option shows its title, labelled as a choice', async () => {
  const { bubble } = await open({ body: 'Entregas', choice: { id: '2', title: 'Entregas' } });
  expect(within(bubble()).getByText('Entregas')).toBeTruthy();
  expect(within(bubble()).getByText('Opção escolhida')).toBeTruthy();
});

test('reactions are chips that name their authors, and change by push', async () => {
  const reactions = [
    { emoji: '❤️', fromMe: false, name: 'Otávio Brandão' },
    { emoji: '👍', fromMe: true, name: null },
  ];
  const { bubble, push } = await open({ body: 'Fechado', reactions });
  expect(within(bubble()).getByText('❤️ de Otávio Brandão')).toBeTruthy();
  expect(within(bubble()).getByText('👍 de Equipe')).toBeTruthy();
  push('appMessage', 'update', message({ body: 'Fechado', reactions: reactions.map((one) => ({ ...one, emoji: '🙏' })) }));
  expect(await within(bubble()).findByText('🙏 de Otávio Brandão, Equipe')).toBeTruthy();
  push('appMessage', 'update', message({ body: 'Fechado' }));
  await waitFor(() => expect(within(bubble()).queryByRole('list', { name: 'Reações' })).toBeNull());
});

test('an edited text replaces the first one, with a mark', async () => {
  const { bubble, push } = await open({ body: 'Mustrei' });
  expect(within(bubble()).queryByText('editada')).toBeNull();
  push('appMessage', 'update', message({ body: 'Mostrei', editedAt: at(90) }));
  expect(await within(bubble()).findByText('Mostrei')).toBeTruthy();
  expect(within(bubble()).getByText('editada')).toBeTruthy();
});

test('a message that the customer deleted stays as a marker', async () => {
  const { bubble, push } = await open({ body: 'Minha senha é 1234' });
  push('appMessage', 'update', message({ body: '', isDeleted: true, editedAt: at(90) }));
  expect(await within(bubble()).findByText('O cliente apagou esta mensagem')).toBeTruthy();
  expect(within(bubble()).queryByText('editada')).toBeNull();
});

test('a quote describes the quoted message, and so does the reply bar', async () => {
  const quotedMsg = {
    id: childOf(1, 7),
    body: 'Padaria Aurora',
    fromMe: false,
    isDeleted: false,
    author: 'Otávio',
    hidden: false,
    thumbnailUrl: null,
  };
  const { bubble } = await open({ call: { kind: 'video' }, quotedMsg: { ...quotedMsg, kind: 'place' } });
  expect(within(bubble()).getByRole('button', { name: /Localização: Padaria Aurora/ })).toBeTruthy();
  await userEvent.hover(bubble());
  await userEvent.click(within(bubble()).getByRole('button', { name: 'Responder' }));
  expect((await screen.findAllByText('Chamada de vídeo perdida')).some((one) => one.closest('blockquote'))).toBe(true);
});

test('a message that arrives while the conversation is visible is announced with its kind', async () => {
  const { push } = await open({ body: 'Oi' });
  push('appMessage', 'create', aMessage({ id: childOf(1, 160), ticketId: openTicket.id, body: '', place, position: '160' }));
  expect(await screen.findByText('Otávio Brandão: Localização: Padaria Aurora')).toBeTruthy();
});

test('a list row and the notification menu describe the last message', async () => {
  company.tickets = [
    aTicket({ ...openTicket, lastMessage: 'Padaria Aurora', lastMessageKind: 'place', unreadMessages: 1 }),
    aTicket({ ...waiting, lastMessage: '', lastMessageKind: 'voice-call' }),
  ];
  await enter('/tickets');
  expect(await screen.findByText('Localização: Padaria Aurora')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Notificações: / }));
  const bell = within(await screen.findByRole('dialog'));
  expect(await bell.findByText('Chamada de voz perdida')).toBeTruthy();
});

test('C18: a line says what to do about a message that is once to be seen, only on the phone, or not decrypted', async () => {
  const [once, phone] = [childOf(1, 148), childOf(1, 149)];
  company.messages.push(message({ id: once, line: 'view-once', position: '148' }));
  company.messages.push(message({ id: phone, line: 'phone-only', position: '149' }));
  const { bubble } = await open({ line: 'undecrypted' });
  for (const [of, text] of [
    [once, 'Visualização única: abra no celular'],
    [phone, 'Só no celular: abra o WhatsApp nele'],
    [id, 'Aguardando esta mensagem'],
  ]) {
    expect(within(bubble(of)).getByText(text!)).toBeTruthy();
    expect(bubble(of).querySelector('time')).toBeTruthy();
  }
});

test('C16: what was written on the phone says so', async () => {
  const { bubble } = await open({ fromMe: true, fromPhone: true, body: 'Já vai' });
  expect(within(bubble()).getByText('Escrita no celular')).toBeTruthy();
});

test('what a message is about is shown above it', async () => {
  const { bubble } = await open({ body: 'Quero', context: { kind: 'status', words: 'Só hoje', gist: null } });
  expect(within(bubble()).getByText('Resposta a um status')).toBeTruthy();
  expect(within(bubble()).getByText('Só hoje')).toBeTruthy();
  // There is no message to go to.
  expect(within(bubble()).queryByRole('button', { name: /Só hoje/ })).toBeNull();
});

test('a picture that a message answers is named by its kind', async () => {
  const { bubble } = await open({ body: 'Quero', context: { kind: 'message', words: '', gist: 'image' } });
  expect(within(bubble()).getByText('Resposta a uma mensagem')).toBeTruthy();
  expect(within(bubble()).getByText('Foto')).toBeTruthy();
});
