import { expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { passUntil, withFakeTime } from '../../testing/fake-time.ts';
import { aMessage, aTicket, at, childOf, idOf } from '../../testing/records.ts';
import type { Said } from '../../testing/server.ts';
import { closedTicket, company, enterConversation, heard, openTicket, waiting, withCompany } from '../tickets/screen.fixture.tsx';

withCompany();

const SEND = `POST /messages/${openTicket.id}`;
const READ = `POST /tickets/${openTicket.id}/read`;
const open = async (ticketId = openTicket.id) => {
  const app = await enterConversation(`/tickets/${ticketId}`);
  await screen.findByRole('log', { name: 'Mensagens' });
  return app;
};
const field = () => screen.findByRole('textbox', { name: 'Mensagem' });
const write = async (text: string) => userEvent.type(await field(), text);
const log = () => screen.getByRole('log', { name: 'Mensagens' });
const bubbles = (text: string) => within(log()).queryAllByText(text);
const keyOf = (call: string) => heard(call).map(({ key }) => key);

test('Enter sends, Shift+Enter breaks the line, blank text is not sent', async () => {
  await open();
  await write('   {Enter}');
  expect(heard(SEND)).toEqual([]);
  await userEvent.clear(await field());
  await write('linha um{Shift>}{Enter}{/Shift}linha dois{Enter}');
  await waitFor(() => expect(heard(SEND)).toHaveLength(1));
  expect(heard(SEND)[0]?.body).toMatchObject({ body: 'linha um\nlinha dois', isObservation: false, signed: true });
  expect((await field()).textContent).toBe('');
});

test('a message is shown at once with a clock, and only once when its record arrives', async () => {
  let answer: (said: Said) => void = () => undefined;
  company.answer = ({ call }) => (call === SEND ? new Promise((resolve) => (answer = resolve)) : undefined);
  const { push } = await open();
  await write('Já vai!{Enter}');
  expect(bubbles('Já vai!')).toHaveLength(1);
  expect(within(log()).getByRole('img', { name: 'Na fila deste aparelho' })).toBeTruthy();
  await waitFor(() => expect(heard(SEND)).toHaveLength(1));
  const clientId = keyOf(SEND)[0]!;
  push(
    'appMessage',
    'create',
    aMessage({ id: childOf(1, 200), ticketId: openTicket.id, body: 'Já vai!', fromMe: true, clientId, ack: 2, position: '201' }),
  );
  expect(await within(log()).findByRole('img', { name: 'Enviada' })).toBeTruthy();
  expect(bubbles('Já vai!')).toHaveLength(1);
  answer({ body: {}, headers: { 'prosa-position': '201' } });
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Na fila deste aparelho' })).toBeNull());
  expect(bubbles('Já vai!')).toHaveLength(1);
});

test('messages are sent one after another, each with its own key', async () => {
  const answers: ((said: Said) => void)[] = [];
  company.answer = ({ call }) => (call === SEND ? new Promise((resolve) => answers.push(resolve)) : undefined);
  await open();
  await write('um{Enter}dois{Enter}');
  await waitFor(() => expect(heard(SEND)).toHaveLength(1));
  expect(bubbles('dois')).toHaveLength(1);
  answers[0]!({ body: {}, headers: { 'prosa-position': '201' } });
  await waitFor(() => expect(heard(SEND)).toHaveLength(2));
  expect(heard(SEND).map(({ body }) => (body as { body: string }).body)).toEqual(['um', 'dois']);
  expect(new Set(keyOf(SEND)).size).toBe(2);
});

test('a refused message stays in place, and is sent again on request', async () => {
  let refuses = true;
  company.answer = ({ call }) =>
    call === SEND && refuses ? { status: 409, body: { error: 'ERR_TICKET_NOT_OPEN', message: '' } } : undefined;
  await open();
  await write('Olá{Enter}');
  expect(await within(log()).findByText('Só é possível escrever em um atendimento aberto.')).toBeTruthy();
  expect(bubbles('Olá')).toHaveLength(1);
  refuses = false;
  await userEvent.click(within(log()).getByRole('button', { name: 'tentar de novo' }));
  await waitFor(() => expect(within(log()).queryByText(/Só é possível/)).toBeNull());
  expect(bubbles('Olá')).toHaveLength(1);
});

test('a busy server gets the message again with the same key', async () => {
  let times = 0;
  company.answer = ({ call }) => {
    if (call !== SEND) return undefined;
    times += 1;
    return times === 1 ? { status: 503, body: { error: 'ERR_BUSY', message: '' } } : undefined;
  };
  await open();
  const written = await field();
  await withFakeTime(async (user) => {
    await user.type(written, 'Olá{Enter}');
    await passUntil(() => expect(heard(SEND)).toHaveLength(2));
  });
  expect(new Set(keyOf(SEND)).size).toBe(1);
});

test('a message that the channel refused shows the reason, and can be retried', async () => {
  const id = childOf(1, 150);
  company.messages.push(
    aMessage({ id, ticketId: openTicket.id, fromMe: true, state: 'failed', failure: 'O número não existe.', position: '150' }),
  );
  await open();
  expect(await screen.findByText('Não foi enviada: “O número não existe.”')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'tentar de novo' }));
  await waitFor(() => expect(heard(`POST /messages/${id}/retry`)).toHaveLength(1));
});

test('the channel’s failures are shown in the person’s language', async () => {
  const words = {
    refused: 'Não foi enviada: o canal recusou a mensagem.',
    unavailable: 'Não foi enviada: o canal não a aceitou, depois de várias tentativas.',
    'no-answer': 'Não foi enviada: o canal não respondeu.',
    window: 'Não foi enviada: passaram mais de 24 horas desde a última mensagem do cliente.',
  };
  const failed = { ticketId: openTicket.id, fromMe: true, state: 'failed' } as const;
  for (const [n, failure] of Object.keys(words).entries())
    company.messages.push(aMessage({ ...failed, id: childOf(1, 151 + n), body: failure, failure, position: `${151 + n}` }));
  await open();
  for (const [failure, why] of Object.entries(words))
    expect((await within(log()).findByText(why)).closest('li')?.textContent).toContain(failure);
});

test('a reply shows the message that it answers, and Escape cancels it', async () => {
  await open();
  const message = (await within(log()).findByText('Bom dia, tudo bem?')).closest('li')!;
  await userEvent.hover(message);
  await userEvent.click(within(message).getByRole('button', { name: 'Responder' }));
  const form = screen.getByRole('form', { name: 'Escrever mensagem' });
  expect(within(form).getByText('Bom dia, tudo bem?')).toBeTruthy();
  await userEvent.type(await field(), '{Escape}');
  expect(within(form).queryByText('Bom dia, tudo bem?')).toBeNull();
  await userEvent.hover(message);
  await userEvent.click(within(message).getByRole('button', { name: 'Responder' }));
  await write('Tudo!{Enter}');
  await waitFor(() => expect(heard(SEND)[0]?.body).toMatchObject({ quotedMsg: childOf(1, 100) }));
});

test('only own messages can be deleted, after a confirmation that quotes them; observations cannot be answered', async () => {
  const own = childOf(1, 150);
  company.messages.push(
    aMessage({ id: own, ticketId: openTicket.id, fromMe: true, body: 'texto errado', position: '150' }),
    aMessage({
      id: childOf(1, 151),
      ticketId: openTicket.id,
      fromMe: true,
      isObservation: true,
      body: 'da equipe',
      position: '151',
    }),
  );
  await open();
  const menuOf = async (text: string) => {
    const message = (await within(log()).findByText(text)).closest('li')!;
    await userEvent.hover(message);
    await userEvent.click(within(message).getByRole('button', { name: 'Mais opções da mensagem' }));
    return screen.findByRole('menu', { name: 'Opções da mensagem' });
  };
  const items = (menu: HTMLElement) =>
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent);
  expect(items(await menuOf('Bom dia, tudo bem?'))).toEqual(['Responder', 'Encaminhar', 'Copiar texto']);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(items(await menuOf('da equipe'))).toEqual(['Copiar texto', 'Apagar']);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await userEvent.click(within(await menuOf('texto errado')).getByRole('menuitem', { name: 'Apagar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Apagar esta mensagem?' });
  expect(dialog.textContent).toContain('“texto errado”');
  expect(heard(`DELETE /messages/${own}`)).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
  const message = within(log()).getByText('texto errado').closest('li')!;
  const hasFocus = () => message.contains(document.activeElement); // it is never lost
  await waitFor(() => expect(hasFocus()).toBe(true));
  expect(heard(`DELETE /messages/${own}`)).toEqual([]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(within(await menuOf('texto errado')).getByRole('menuitem', { name: 'Apagar' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Apagar' }));
  await waitFor(() => expect(heard(`DELETE /messages/${own}`)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(hasFocus()).toBe(true));
});

test('after choosing to answer from the menu the user can type at once', async () => {
  await open();
  const message = (await within(log()).findByText('Bom dia, tudo bem?')).closest('li')!;
  await userEvent.hover(message);
  await userEvent.click(within(message).getByRole('button', { name: 'Mais opções da mensagem' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Responder' }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await userEvent.keyboard('Tudo!{Enter}');
  await waitFor(() => expect(heard(SEND)[0]?.body).toMatchObject({ body: 'Tudo!', quotedMsg: childOf(1, 100) }));
});

test('a click on a quote scrolls to the quoted message and highlights it', async () => {
  const quotedMsg = {
    id: childOf(1, 100),
    body: 'Bom dia, tudo bem?',
    fromMe: false,
    isDeleted: false,
    author: 'Otávio',
    hidden: false,
    kind: null,
    thumbnailUrl: null,
  };
  company.messages.push(aMessage({ id: childOf(1, 150), ticketId: openTicket.id, body: 'E aí?', quotedMsg, position: '150' }));
  await open();
  await userEvent.click(await within(log()).findByRole('button', { name: /Bom dia, tudo bem/ }));
  const message = document.querySelector<HTMLElement>(`[data-id="${childOf(1, 100)}"]`)!;
  expect(document.activeElement).toBe(message);
  expect(message.dataset.sought).toBe('');
});

test('a quote of another ticket shows its text only if that ticket’s message is loaded', async () => {
  const quoting = (n: number, id: string) =>
    aMessage({
      id: childOf(1, n),
      ticketId: openTicket.id,
      body: 'E aí?',
      quotedMsg: {
        id,
        body: null,
        fromMe: false,
        isDeleted: false,
        author: 'Otávio',
        hidden: true,
        kind: null,
        thumbnailUrl: null,
      },
      position: String(n),
    });
  company.messages.push(quoting(150, childOf(1, 100)), quoting(151, childOf(1, 9)));
  await open();
  expect(await within(log()).findByRole('button', { name: /Bom dia, tudo bem/ })).toBeTruthy();
  expect(await within(log()).findByRole('button', { name: /De um atendimento anterior/ })).toBeTruthy();
});

test('a contact’s new number is a line of the conversation, with the user who changed it', async () => {
  const notice = { kind: 'number-changed', from: '5511987650000', to: '551133221100' } as const;
  const user = { id: idOf(1, 1), name: 'Marina Alves' };
  const line = { ticketId: openTicket.id, body: '', fromMe: true, isObservation: true, notice, user } as const;
  company.messages.push(aMessage({ id: childOf(1, 150), ...line, position: '150' }));
  company.messages.push(aMessage({ id: childOf(1, 151), ...line, notice: { ...notice, from: null, to: null }, position: '151' }));
  await open();
  const shown = await within(log()).findByText('O número do contato mudou de +55 11 98765-0000 para +55 11 3322-1100');
  expect(shown.closest('li')!.textContent).toContain('Marina Alves');
  expect(within(log()).getByText('O número do contato mudou')).toBeTruthy();
  await userEvent.hover(shown);
  expect(within(shown.closest('li')!).queryByRole('button')).toBeNull();
});

test('a visible open ticket is read up to the last message, also when more arrive', async () => {
  const { push } = await open();
  await waitFor(() => expect(heard(READ)[0]?.body).toEqual({ upTo: childOf(1, 100) }));
  push('appMessage', 'create', aMessage({ id: childOf(1, 160), ticketId: openTicket.id, body: 'Mais uma', position: '201' }));
  await waitFor(() => expect(heard(READ).at(-1)?.body).toEqual({ upTo: childOf(1, 160) }));
});

test('a waiting ticket is neither read nor writable; a closed one must be reopened first', async () => {
  company.messages = [
    aMessage({ id: childOf(2, 100), ticketId: waiting.id }),
    aMessage({ id: childOf(3, 100), ticketId: closedTicket.id }),
  ];
  const { router } = await open(waiting.id);
  expect(await screen.findByText(/Este atendimento está aguardando/)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  await act(() => router.navigate(`/tickets/${closedTicket.id}`));
  expect(await screen.findByRole('button', { name: 'reabra' })).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(heard().filter(({ call }) => call.endsWith('/read'))).toEqual([]);
});

test('while scrolled up, new messages wait behind a pill that scrolls to them', async () => {
  const { push } = await open();
  await within(log()).findByText('Bom dia, tudo bem?');
  Object.defineProperty(log(), 'scrollHeight', { configurable: true, value: 3000 });
  log().scrollTop = 500;
  fireEvent.scroll(log());
  const come = (n: number) =>
    push(
      'appMessage',
      'create',
      aMessage({ id: childOf(1, 160 + n), ticketId: openTicket.id, body: `nova ${n}`, position: String(200 + n) }),
    );
  come(1);
  come(2);
  expect(await screen.findByRole('button', { name: '2 novas mensagens' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '2 novas mensagens' }));
  expect(screen.queryByRole('button', { name: '2 novas mensagens' })).toBeNull();
  expect(within(log()).getByText('2 novas mensagens')).toBeTruthy(); // the line stays
});

test('a draft is restored on return, and an opened conversation is shown at once', async () => {
  const other = aTicket({
    id: childOf(7, 1),
    contact: { id: idOf(4, 7), name: 'Íris', number: null, profilePicUrl: null },
    updatedAt: at(1),
  });
  company.tickets.push(other);
  const { router } = await open();
  await write('ainda não sei');
  await act(() => router.navigate(`/tickets/${other.id}`));
  await screen.findByRole('region', { name: 'Conversa com Íris' });
  expect(((await field()) as HTMLTextAreaElement).value).toBe('');
  company.answer = ({ call }) => (call.startsWith('GET /messages') ? 'never' : undefined);
  await act(() => router.navigate(`/tickets/${openTicket.id}`));
  expect(await screen.findByText('Bom dia, tudo bem?')).toBeTruthy();
  expect(((await field()) as HTMLTextAreaElement).value).toBe('ainda não sei');
});

test('the start of a ticket shows its number, its end the attendant and queue that it had then', async () => {
  const older = {
    ...closedTicket,
    id: childOf(1, 9),
    protocol: '000009',
    queue: { id: idOf(2, 2), name: 'Financeiro', color: '#777' },
  };
  company.tickets.push({ ...older, uuid: older.id, queueId: idOf(2, 2), closedAt: at(-600) });
  company.messages.unshift(aMessage({ id: childOf(1, 90), ticketId: older.id, body: 'Da outra vez', position: '9' }));
  const ordinary = company.answer;
  company.answer = (asked) =>
    asked.call === `GET /messages/${openTicket.id}`
      ? { body: { messages: company.messages, hasMore: false, count: 2 }, headers: { 'prosa-position': '110' } }
      : ordinary(asked);
  await open();
  await screen.findByText('Da outra vez');
  const marks = () =>
    within(log())
      .getAllByText(/^Atendimento (iniciado|encerrado)$/)
      .map((mark) => mark.parentElement!.textContent);
  await waitFor(() => expect(marks()[0]).toMatch(/^Atendimento iniciado .* · nº 000009$/));
  expect(marks()[1]).toMatch(/^Atendimento encerrado .* · Financeiro$/);
  expect(marks()[2]).toMatch(new RegExp(`^Atendimento iniciado .* · nº ${openTicket.protocol}$`));
  expect(marks()).toHaveLength(3);
});
