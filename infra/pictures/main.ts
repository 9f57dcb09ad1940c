/**
 * Takes the screenshots of the README from the current product: `node infra/pictures/main.ts [FOLDER]` (default: this folder). Starts the
 * product with its demo in a folder of its own, plays conversations of fictitious customers with an attendant, and captures the screens in
 * a browser.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageOwn, TagView, TicketView } from '@prosa/contracts';
import sharp from 'sharp';
import { enter, openBrowser, person, phone, wide } from '../e2e/browser.fixture.ts';
import { customer, messagesOf, settled, signIn, type User } from '../e2e/people.fixture.ts';
import { type Product, startProduct } from '../testing/product.ts';
import { amongColleagues, menu, type Option, reminders } from './plans.ts';
import { type Scene, scenes, tablePicture } from './scene.ts';
import { take } from './take.ts';

const succeed = <Answer extends { status: number; body: unknown }>(answer: Answer): Answer => {
  if (answer.status >= 300) throw new Error(`A call was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
};

/** Sends a photo as the app does: the file first, then the message. */
const sendPhoto = async (product: Product, by: User, ticketId: string, body: string): Promise<void> => {
  const file = new FormData();
  file.append('file', new Blob([await sharp(Buffer.from(tablePicture)).resize(900).jpeg().toBuffer()]), 'mesa.jpg');
  const headers = { authorization: `Bearer ${by.token}` };
  const answer = await fetch(`${product.url}/api/media?ticketId=${ticketId}`, { method: 'POST', headers, body: file });
  const { mediaId } = (await answer.json()) as { mediaId: string };
  succeed(await by.call(`POST /messages/${ticketId}`, { mediaId, body, signed: true }));
};

/** Plays one conversation; returns its ticket. */
const play = async (product: Product, by: User, { name, turns, tags = [], queue, waits }: Scene): Promise<string> => {
  const who = customer(product, name);
  let ticketId: string | undefined;
  for (const { by: side, text } of turns) {
    if (side === 'customer') {
      await who.write(text);
      if (ticketId) {
        for (const id = ticketId; !(await messagesOf(by, id)).some(({ body }) => body === text); ) await sleep(20);
        continue;
      }
      ticketId = (await who.ticket(by)).id;
      if (!waits) succeed(await by.call(`PUT /tickets/${ticketId}`, { status: 'open', userId: by.id }));
      continue;
    }
    if (!ticketId) throw new Error(`${name} has not written yet.`);
    if (side === 'place') {
      await who.act({ type: 'location', location: { latitude: -23.5505, longitude: -46.6333, name: text } });
      for (const id = ticketId; !(await messagesOf(by, id)).some(({ place }) => place?.name === text); ) await sleep(20);
      continue;
    }
    if (side === 'photo') {
      await sendPhoto(product, by, ticketId, text);
      continue;
    }
    const last = (await messagesOf(by, ticketId)).findLast(({ fromMe }) => !fromMe);
    const quote = side === 'quotes' && last ? { quotedMsg: { id: last.id } } : {};
    succeed(
      await by.call<MessageOwn>(`POST /messages/${ticketId}`, {
        body: text,
        fromMe: true,
        isObservation: side === 'note',
        signed: side !== 'note',
        ...quote,
      }),
    );
  }
  if (!ticketId) throw new Error(`${name} says nothing.`);
  await settled(by, ticketId);
  const { body } = await by.call<{ tags: TagView[] }>('GET /tags/list');
  const chosen = body.tags.filter((tag) => tags.includes(tag.name)).map(({ id }) => id);
  succeed(await by.call('POST /tags/sync', { ticketId, tags: chosen }));
  if (queue) {
    const queueId = product.demo.queues.find((one) => one.name === queue)?.id;
    succeed(await by.call(`PUT /tickets/${ticketId}`, { queueId }));
    succeed(await by.call(`PUT /tickets/${ticketId}`, { status: 'open', userId: by.id }));
  }
  return ticketId;
};

/** Those with whom the company writes later, and what its people say to each other. */
const plan = async (by: User, colleague: User, ticketIds: string[]): Promise<void> => {
  for (const [at, ticketId] of ticketIds.entries()) {
    const { body: ticket } = succeed(await by.call<TicketView>(`GET /tickets/${ticketId}`));
    const sendAt = new Date(Date.now() + (at + 1) * 26 * 3_600_000).toISOString();
    succeed(await by.call('POST /schedules', { contactId: ticket.contactId, body: reminders[at % reminders.length], sendAt }));
  }
  const chat = succeed(await by.call<{ id: string }>('POST /chats', { title: 'Loja Centro', users: [{ id: colleague.id }] }));
  for (const [at, message] of amongColleagues.entries())
    succeed(await (at % 2 === 0 ? by : colleague).call(`POST /chats/${chat.body.id}/messages`, { message }));
};

/** The menu of a queue, as its customers are offered it. */
const offer = async (product: Product, by: User): Promise<void> => {
  const queueId = product.demo.queues.find(({ name }) => name === menu.queue)?.id;
  succeed(await by.call(`PUT /queue/${queueId}`, { greetingMessage: menu.greeting }));
  const add = async (options: Option[], parentId: string | null): Promise<void> => {
    for (const { title, message, options: below = [] } of options) {
      const { body } = succeed(await by.call<{ id: string }>('POST /queue-options', { queueId, parentId, title, message }));
      await add(below, body.id);
    }
  };
  await add(menu.options, null);
};

/** Connections in several states beside the demo's own. */
const connect = async (product: Product, by: User): Promise<void> => {
  const statuses = {
    'Loja Centro': 'CONNECTED',
    'Assistência técnica': 'qrcode',
    'Loja Vila Aurora': 'PAIRING',
    Televendas: 'TIMEOUT',
  };
  for (const [name, status] of Object.entries(statuses)) {
    const token = `simulated-${crypto.randomUUID()}`;
    const { body } = succeed(await by.call<{ id: string }>('POST /whatsapp', { name, channel: 'simulator', token }));
    const put = () =>
      fetch(`${product.url}/webhooks/simulator/${body.id}/session`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ status }),
      });
    // The channels hear of a new connection a moment later.
    while ((await put()).status !== 204) await sleep(50);
  }
};

/** The administration's screens, in the light theme, by their headings. */
const administration = {
  dashboard: ['/', 'Painel'],
  contacts: ['/contacts', 'Contatos'],
  connections: ['/connections', 'Conexões'],
  users: ['/users', 'Usuários'],
  schedules: ['/schedules', 'Agendamentos'],
  report: ['/reportByQueue', 'Relatório por fila'],
  chats: ['/chats', 'Chat interno'],
};

const product = await startProduct();
const browser = await openBrowser({ whole: true });
try {
  const marina = await signIn(product.url, 'admin@prosa.demo');
  const ticketIds: string[] = [];
  for (const scene of scenes) ticketIds.push(await play(product, marina, scene));
  const ticketId = ticketIds.at(-1)!;
  await connect(product, marina);
  await plan(marina, await signIn(product.url, 'ana@prosa.demo'), ticketIds.slice(0, 5));
  await offer(product, marina);

  const problems: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    const desk = await person(browser, wide, { colorScheme });
    await enter(desk.page, product.url, 'admin@prosa.demo');
    await desk.page.goto(`${product.url}/tickets/${ticketId}`);
    await desk.page.getByRole('log').getByText('Vou deixar a chave com o porteiro').waitFor();
    await take(desk.page, `tickets-${colorScheme}`);
    for (const [name, [path, heading]] of colorScheme === 'light' ? Object.entries(administration) : []) {
      await desk.page.goto(`${product.url}${path}`);
      await desk.page.getByRole('heading', { name: heading!, exact: true }).last().waitFor();
      if (name === 'chats') await desk.page.getByText('Loja Centro').first().click();
      await take(desk.page, `${name}-light`);
    }
    if (colorScheme === 'light') {
      await desk.page.goto(`${product.url}/queues`);
      await desk.page.getByRole('button', { name: `Editar ${menu.queue}` }).click();
      await desk.page.getByRole('tab', { name: 'Menu de opções' }).click();
      await desk.page.locator('[data-preview]').filter({ hasText: '1 - ' }).first().waitFor();
      await take(desk.page, 'menu-light');
    }
    problems.push(...desk.problems);
    await desk.context.close();
  }
  const hand = await person(browser, phone);
  await enter(hand.page, product.url, 'super@prosa.demo');
  await hand.page.getByText('Otávio Brandão').first().waitFor();
  await hand.page.getByText('Login efetuado com sucesso!').waitFor({ state: 'hidden' });
  await take(hand.page, 'phone-list-light');
  await hand.page.goto(`${product.url}/tickets/${ticketId}`);
  await hand.page.getByRole('log').getByText('Vou deixar a chave com o porteiro').waitFor();
  await take(hand.page, 'phone-conversation-light');
  problems.push(...hand.problems);
  if (problems.length > 0) throw new Error(`The screens complained: ${problems.join(' | ')}`);
} finally {
  await browser.close();
  await product.stop();
}
process.exit(0);
