import { beforeEach, expect, jest, test } from '@jest/globals';
import { limits } from '@prosa/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { features } from '../../app/features.ts';
import { pass, withFakeTime } from '../../testing/fake-time.ts';
import { withMedia } from '../../testing/media.ts';
import { idOf } from '../../testing/records.ts';
import { feature as macros } from '../macros/macros.later.ts';
import { keepDraft, readDraft } from '../messages/state/offline.ts';
import { company, enterConversation, enterScreen, heard, openTicket, withCompany } from '../tickets/screen.fixture.tsx';
import './files/file-tray.tsx'; // loaded before the first test
import './observation-box.tsx';
import './quick-replies.tsx';

const SEND = `POST /messages/${openTicket.id}`;
const LIST = 'GET /quick-messages/list';
const long = 'Sua entrega está marcada para amanhã de manhã';
const replies = [
  { id: idOf(6, 1), shortcode: 'entrega', message: long, userId: null, mediaPath: null, mediaName: null },
  {
    id: idOf(6, 2),
    shortcode: 'oi',
    message: 'Olá, {{nome}}! Protocolo {{protocolo}}.',
    userId: null,
    mediaPath: null,
    mediaName: null,
  },
  { id: idOf(6, 3), shortcode: 'tchau', message: 'Até logo, um abraço!', userId: null, mediaPath: null, mediaName: null },
];
let fails = false;

withCompany();
beforeEach(() => {
  fails = false;
  company.answer = ({ call }) =>
    call !== LIST
      ? undefined
      : fails
        ? { status: 500, body: { error: 'ERR_INTERNAL', message: '' } }
        : { body: { quickMessages: replies, count: 3, hasMore: false }, headers: { 'prosa-position': '100' } };
});

const open = async () => {
  const app = await enterConversation(`/tickets/${openTicket.id}`);
  await screen.findByRole('log', { name: 'Mensagens' });
  return app;
};
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Mensagem');
const write = (text: string) => userEvent.type(field(), text);
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('a slash and one more character open the quick replies, which are fetched only then', async () => {
  await open();
  await write('/');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(heard(LIST)).toEqual([]);
  await write('o');
  await screen.findByRole('listbox', { name: 'Respostas rápidas' });
  expect(options()).toEqual(['/oiOlá, {{nome}}! Protocolo {{protocol…', '/tchauAté logo, um abraço!']);
  expect(heard(LIST)).toHaveLength(1);
  await userEvent.clear(field());
  await write('/ent');
  expect(options()).toEqual([`/entrega${long.slice(0, 35)}…`]);
});

test('a shortcode is cut at the length of a label too', async () => {
  const { push } = await open();
  push('quick-message', 'create', { ...replies[0], id: idOf(6, 9), shortcode: 'z'.repeat(36), message: 'Sai hoje' });
  await write('/zz');
  await screen.findByRole('listbox');
  expect(options()).toEqual([`/${'z'.repeat(35)}…Sai hoje`]);
});

test('arrow keys wrap around, Enter inserts the reply with the ticket’s values and does not send', async () => {
  await open();
  await write('Bom dia! /o');
  await screen.findByRole('listbox');
  const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;
  expect(field().getAttribute('role')).toBeNull();
  expect(document.getElementById(field().getAttribute('aria-controls') ?? '')?.getAttribute('role')).toBe('listbox');
  expect(active()).toMatch(/^\/oi/);
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toMatch(/^\/tchau/);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(field().value).toBe('Bom dia! Olá, Otávio! Protocolo 000001.');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Mensagem' })).toBe(document.activeElement);
  expect(heard(SEND)).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(heard(SEND)[0]?.body).toMatchObject({ body: 'Bom dia! Olá, Otávio! Protocolo 000001.' }));
});

test('a click inserts too; Escape closes only the list, and if no reply matches Enter asks, then sends', async () => {
  await open();
  await write('/oi');
  await userEvent.click(await screen.findByRole('option'));
  expect(field().value).toMatch(/^Olá, Otávio/);
  await userEvent.clear(field());
  await write('/oi');
  await screen.findByRole('listbox');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field()).toBe(document.activeElement);
  await userEvent.clear(field());
  await write('/nenhuma{Enter}{Enter}');
  await waitFor(() => expect(heard(SEND)[0]?.body).toMatchObject({ body: '/nenhuma' }));
});

test('the button lists all of them, and a push adds one', async () => {
  const { push } = await open();
  await write('Olá');
  await userEvent.click(screen.getByRole('button', { name: 'Respostas rápidas' }));
  await screen.findByRole('listbox');
  expect(options()).toHaveLength(3);
  push('quick-message', 'create', { ...replies[0], id: idOf(6, 9), shortcode: 'frete', message: 'Sai hoje' });
  await waitFor(() => expect(options()).toHaveLength(4));
  await userEvent.keyboard('fre{Enter}');
  expect(field().value).toBe('Olá Sai hoje');
});

const [old, fresh] = ['/api/media/m1/old', '/api/media/m1/new'];
const map = { ...replies[0]!, id: idOf(6, 5), shortcode: 'mapa', message: 'Estamos aqui, {{nome}}.', mediaName: 'mapa.png' };
/** The replies with one that has a file, whose address in the list has expired if `isOld`. */
const withMap = (isOld: boolean, isGone = false) => {
  company.answer = ({ call }) => {
    const headers = { 'prosa-position': '100' };
    if (call === LIST) return { body: { quickMessages: [{ ...map, mediaPath: old }], count: 1, hasMore: false }, headers };
    if (call === `GET /quick-messages/${map.id}`) return { body: { ...map, mediaPath: fresh }, headers };
    if (call === 'GET /media/m1/old') return isOld ? { status: 403, body: { error: 'ERR_MEDIA_LINK' } } : { body: 'png' };
    if (call === 'GET /media/m1/new') return isGone ? { status: 404, body: { error: 'ERR_NOT_FOUND' } } : { body: 'png' };
    return undefined;
  };
};

test.each([
  ['of the list', false],
  ['that is new', true],
])('a reply with a file is attached from an address %s, with its words as the caption', async (_, isOld) => {
  withMedia(() => false);
  Object.assign(URL, { createObjectURL: () => 'blob:map', revokeObjectURL: () => undefined });
  withMap(isOld);
  await open();
  await write('Segue /map');
  expect((await screen.findByRole('option')).querySelector('svg')).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  const tray = await screen.findByRole('dialog');
  expect(within(tray).getByRole('textbox', { name: 'Legenda' })).toHaveProperty('value', 'Estamos aqui, Otávio.');
  expect(within(tray).getByText(/mapa\.png/)).toBeTruthy();
  expect(field().value).toBe('Segue ');
});

test('macros that come to stand above the replies while a chosen file is fetched do not end that', async () => {
  withMedia(() => false);
  Object.assign(URL, { createObjectURL: () => 'blob:map', revokeObjectURL: () => undefined });
  withMap(false);
  const { answer } = company;
  const fetched = Promise.withResolvers<void>();
  company.answer = async (heard) => {
    if (heard.call === 'GET /media/m1/old') await fetched.promise;
    return answer(heard);
  };
  const part = macros.slash!;
  const module = await part.load();
  const now = jest.spyOn(part, 'now').mockReturnValue(null);
  const listeners = new Set<() => void>();
  const subscribe = jest.spyOn(part, 'subscribe').mockImplementation((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  });
  await enterScreen(`/tickets/${openTicket.id}`, ...features, macros);
  await screen.findByRole('log', { name: 'Mensagens' });
  await write('Segue /map');
  await screen.findByRole('option');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(heard('GET /media/m1/old')).toHaveLength(1));
  now.mockReturnValue(module);
  act(() => {
    for (const listener of listeners) listener();
  });
  fetched.resolve();
  expect(within(await screen.findByRole('dialog')).getByText(/mapa\.png/)).toBeTruthy();
  expect(field().value).toBe('Segue ');
  now.mockRestore();
  subscribe.mockRestore();
});

test('a reply whose file is not there says so, and leaves what was typed', async () => {
  withMap(true, true);
  await open();
  await write('/map');
  await screen.findByRole('option');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Arquivo não encontrado. Anexe-o de novo.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(field().value).toBe('/map');
});

test('a failed fetch is reported above the field, and can be retried', async () => {
  fails = true;
  await open();
  await write('/oi');
  const again = await screen.findByRole('button', { name: 'tentar de novo' });
  fails = false;
  await userEvent.click(again);
  expect(await screen.findByRole('option')).toBeTruthy();
  expect(field()).toBe(document.activeElement);
});

test('an observation shows its validation errors, and that it was sent', async () => {
  await open();
  await write('ao cliente');
  await userEvent.click(screen.getByRole('button', { name: 'Observação' }));
  const dialog = await screen.findByRole('dialog', { name: /Observação/ });
  const text = within(dialog).getByRole('textbox');
  expect(text.getAttribute('rows')).toBe('10');
  const button = within(dialog).getByRole('button', { name: 'Enviar observação' });
  const submit = () => userEvent.click(button);
  await submit();
  expect((await within(dialog).findByRole('alert')).textContent).toBe('O campo de texto da observação não pode estar vazio.');
  await userEvent.type(text, ' abcd ');
  await submit();
  await waitFor(() =>
    expect(within(dialog).getByRole('alert').textContent).toBe(
      'O campo de texto da observação deve conter mais de 5 caracteres.',
    ),
  );
  expect(heard(SEND)).toEqual([]);
  await userEvent.type(text, '{Backspace}e');
  const said = () => screen.queryByText('abcde', { selector: '[role="log"] *' });
  await withFakeTime(async (user) => {
    await user.click(button);
    await pass(limits.submitDelayMs - 1);
    expect(said()).toBeNull();
    await pass(1);
    expect(said()).toBeTruthy();
  });
  expect(await screen.findByText('Observação enviada com sucesso.')).toBeTruthy();
  expect(heard(SEND)[0]?.body).toMatchObject({ body: 'abcde', isObservation: true, signed: false });
  expect(field().value).toBe('ao cliente');
  await waitFor(() => expect(document.activeElement).toBe(field()));
});

test('a text that shows nothing is not sent', async () => {
  await open();
  fireEvent.change(field(), { target: { value: '\u200b \u2066' } });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Enviar/ }).disabled).toBe(true);
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(field().value).not.toBe('');
  fireEvent.change(field(), { target: { value: 'Oi' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(heard(SEND).map(({ body }) => (body as { body: string }).body)).toEqual(['Oi']));
});

test('an unfinished observation is restored on return, separately from the message', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Observação' }));
  await userEvent.type(within(await screen.findByRole('dialog')).getByRole('textbox'), 'falta conferir');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(field()));
  await userEvent.click(screen.getByRole('button', { name: 'Observação' }));
  expect(within(await screen.findByRole('dialog')).getByRole('textbox')).toHaveProperty('value', 'falta conferir');
  expect(field().value).toBe('');
});

test('an observation is written in the place of the message, beside the conversation, and sent by Ctrl+Enter', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Observação' }));
  const box = within(await screen.findByRole('dialog', { name: 'Observação só a equipe vê' }));
  expect(screen.queryByRole('form', { name: 'Escrever mensagem' })).toBeNull();
  expect(screen.getByRole('log')).toBeTruthy();
  await userEvent.type(box.getByRole('textbox'), 'conferir{Enter}o frete');
  expect(heard(SEND)).toEqual([]);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(heard(SEND).map(({ body }) => body)).toMatchObject([{ body: 'conferir\no frete', isObservation: true }]),
  );
  expect(screen.getByRole('form', { name: 'Escrever mensagem' })).toBeTruthy();
});

test('a lone word behind a slash is sent at the second time only', async () => {
  await open();
  await write('/zz');
  await screen.findByText('Nenhuma resposta rápida');
  await userEvent.keyboard('{Escape}{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Nenhuma resposta rápida com /zz. Envie de novo para mandar assim mesmo.',
  );
  expect(heard(SEND)).toEqual([]);
  await userEvent.keyboard('y{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('/zzy');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(heard(SEND).map(({ body }) => body)).toMatchObject([{ body: '/zzy' }]));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('whether messages are signed is stored on this device', async () => {
  await open();
  await userEvent.click(await screen.findByRole('switch', { name: 'Assinar' }));
  await write('sem nome{Enter}');
  await waitFor(() => expect(heard(SEND)[0]?.body).toMatchObject({ signed: false }));
  expect(localStorage.getItem('signs')).toBe('0');
});

test('a text over the limit is kept and reported, and not sent', async () => {
  await open();
  fireEvent.change(field(), { target: { value: 'a'.repeat(65_540) } });
  expect(screen.getByRole('alert').textContent).toBe('O limite é de 65.536 caracteres: há 20 a mais.');
  // The name above a signed text counts.
  await userEvent.click(screen.getByRole('switch', { name: 'Assinar' }));
  expect(screen.getByRole('alert').textContent).toBe('O limite é de 65.536 caracteres: há 4 a mais.');
  await userEvent.type(field(), '{Enter}');
  expect(heard(SEND)).toEqual([]);
});

test('C1: the text is counted as its channel counts it, from near the limit on', async () => {
  company.tickets = [{ ...openTicket, channel: 'instagram' }];
  await open();
  await userEvent.click(await screen.findByRole('switch', { name: 'Assinar' }));
  const counted = (text: string) => {
    fireEvent.change(field(), { target: { value: text } });
    return document.querySelector('form p')?.textContent;
  };
  expect(counted('ã'.repeat(400))).toBeUndefined();
  expect(counted('ã'.repeat(500))).toBe('1.000/1.000');
  expect(counted('ã'.repeat(501))).toBe('O limite é de 1.000 bytes, e letras com acento contam dois: há 2 a mais.');
});

test('on touch screens Enter breaks the line, and the button sends', async () => {
  withMedia((query) => /599\.98px|coarse/.test(query));
  await open();
  await write('um{Enter}dois');
  expect(field().value).toBe('um\ndois');
  expect(heard(SEND)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  await waitFor(() => expect(heard(SEND)[0]?.body).toMatchObject({ body: 'um\ndois' }));
});

test('a draft survives its tab, and is deleted when it is sent', async () => {
  keepDraft('draft', company.me.id, openTicket.id, 'quase ');
  sessionStorage.clear();
  await open();
  expect(field().value).toBe('quase ');
  await write('pronto');
  expect(readDraft('draft', company.me.id, openTicket.id)).toBe('quase pronto');
  await write('{Enter}');
  expect(readDraft('draft', company.me.id, openTicket.id)).toBe('');
});
