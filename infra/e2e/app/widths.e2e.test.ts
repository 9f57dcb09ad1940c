import { newId } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { stage } from '../browser.fixture.ts';
import { misplacedAt } from '../geometry.fixture.ts';
import { newNumber, openTicket, signIn } from '../people.fixture.ts';

/**
 * Every screen fits every width: nothing needs sideways scrolling, is cut off, or lies over anything else, whatever people and things are
 * called. What opens above a screen is looked at in screens.e2e.test.ts.
 */

/** As long as a name may be. */
const LONG = 'Maria Aparecida Conceição dos Santos Albuquerque e';
/** The narrowest and the widest window of each arrangement: phone, rail with lists, rail with tables, drawer. 640 by 360 is 200 % of 1280 by 720. */
const SIZES = [
  [1920, 1080],
  [1100, 800],
  [870, 1112],
  [834, 1112],
  [640, 360],
  [599, 844],
  [320, 640],
] as const;
let ticketId: string;
let listId: string;

const the = stage(async (product) => {
  const admin = await signIn(product.url, 'admin@prosa.demo');
  const create = async (what: `POST /${string}`, body: object): Promise<{ id: string }> => {
    const answer = await admin.call<{ id: string }>(what, body);
    if (answer.status >= 300) throw new Error(`${what} was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const queue = await create('POST /queue', { name: LONG, color: '#123456', greetingMessage: `${LONG} `.repeat(3) });
  await create('POST /users', {
    name: LONG,
    email: 'maria.aparecida.conceicao.dos.santos@albuquerque-e-filhos.example.com',
    password: 'prosa-demo',
    profile: 'user',
    queueIds: [queue.id],
  });
  await create('POST /quick-messages', { shortcode: LONG.slice(0, 40), message: `${LONG} `.repeat(5) });
  await create('POST /macros', {
    name: LONG.slice(0, 50),
    shortcode: LONG.slice(0, 40).replaceAll(' ', '-'),
    acts: [
      { do: 'message', text: `${LONG} `.repeat(5) },
      { do: 'queue', queueId: queue.id },
      { do: 'observation', text: LONG },
      { do: 'snooze', until: 'monday' },
      { do: 'resolve' },
    ],
  });
  await create('POST /sectors/cadastro', { name: LONG });
  await create('POST /tags', { name: LONG, color: '#123456', kanban: 1 });
  await create('POST /api-keys', { name: LONG, scopes: ['read'] });
  const connection = await create('POST /whatsapp', {
    name: LONG,
    channel: 'simulator',
    token: `simulated-${newId()}`,
  });
  const list = await create('POST /contact-lists', { name: LONG });
  listId = list.id;
  await create('POST /contact-list-items', { contactListId: listId, name: LONG, number: newNumber(), email: '' });
  await create('POST /saved-views', { name: LONG, userId: null, states: ['open'], queueIds: [queue.id] });
  await create('POST /campaigns', {
    name: LONG,
    message1: `${LONG} `.repeat(3),
    whatsappId: connection.id,
    contactListId: list.id,
    scheduledAt: '2199-11-30T12:00:00Z',
  });
  await create('POST /contact-fields', { name: LONG, type: 'choice', choices: LONG });
  await create('POST /social-medias', { name: LONG, message: 'preciso de ajuda', ref: LONG });
  const chat = await create('POST /chats', { title: LONG, users: [] });
  await create(`POST /chats/${chat.id}/messages`, { message: `${LONG} `.repeat(4) });
  const { ticket } = await openTicket(product, admin, LONG);
  ticketId = ticket.id;
  await create('POST /kanban', { contactId: ticket.contactId });
  await create('POST /schedules', { contactId: ticket.contactId, body: LONG.repeat(3), sendAt: '2199-11-30T12:00:00Z' });
  const { body } = await admin.call<{ tags: { id: string; name: string }[] }>('GET /tags/list');
  await create('POST /tags/sync', { ticketId, tags: body.tags });
});

/** Screens of the drawer by their address, each with what it shows of what was made. */
const screens = [
  ['/', 'Atendentes'],
  ['/contacts', LONG],
  ['/users', LONG],
  ['/queues', LONG],
  ['/connections', LONG],
  ['/messages-api', LONG],
  ['/tags', 'Boleto'],
  ['/quick-messages', LONG.slice(0, 40)],
  ['/macros', LONG.slice(0, 50)],
  ['/schedules', LONG],
  ['/setores', LONG],
  ['/settings', 'Tipo de horário'],
  ['/helps', 'Ajuda'],
  ['/report', 'Total geral'],
  ['/reportByQueue', LONG],
  ['/reportByUser', LONG],
  ['/reportRatings', 'Nenhuma avaliação pedida'],
  ['/marketing/social-media', LONG],
  ['/marketing/report', LONG],
  ['/chats', LONG],
  ['/campaigns-config', 'Intervalos'],
  ['/campaigns', LONG],
  ['/contact-lists', LONG],
  ['/financeiro', 'Nenhuma fatura ainda'],
] as const;
/** Screens to which another screen leads. */
const inner = [
  ['/tickets', 'Aguardando'],
  ['/settings/contact-fields', LONG],
  ['/saved-views', LONG],
  [() => `/contact-lists/${listId}/contacts`, LONG],
  [() => `/tickets/${ticketId}/history`, 'Histórico do atendimento'],
] as const;

/** The lanes of the board, and nothing else of it, scroll sideways; what is at their edge is cut there. */
const lookAtBoard = async (page: Page, wrong: string[], look: (where: string) => Promise<void>) => {
  const way = async (name: string) => {
    await goTo(page, '/Kanban');
    await page.getByRole('region', { name: LONG }).waitFor();
    await page.getByRole('navigation', { name: 'Kanban' }).getByRole('link', { name }).click();
  };
  await goTo(page, '/Kanban');
  await page.getByRole('region', { name: LONG }).waitFor();
  const faults = await misplacedAt(page, SIZES);
  wrong.push(...faults.filter((what) => !/: scrolls sideways: Em aberto|: shortened to nothing: “Maria/.test(what)));
  await way('Colunas');
  await page.getByRole('main').getByText(LONG).filter({ visible: true }).first().waitFor();
  await look('/TagsKanban');
  await way('Relatório');
  await page.getByText('Total geral').filter({ visible: true }).waitFor();
  await look('/Kanban/report');
};

const goTo = (page: Page, path: string) => page.getByRole('navigation').locator(`a[href="${path}"]`).click();

test('every screen fits every width, from 320 to 1920 pixels', async () => {
  // The drawer is folded here, and shows the way to each screen.
  const page = await the.opens('admin@prosa.demo', `/tickets/${ticketId}`, { viewport: { width: 1024, height: 768 } });
  const wrong: string[] = [];
  const look = async (where: string) => {
    wrong.push(...(await misplacedAt(page, SIZES)).map((what) => `${where}, ${what}`));
  };
  await page.getByRole('button', { name: 'Resolver', exact: true }).waitFor();
  await look('conversation');
  await page.getByRole('button', { name: /Dados de / }).click();
  await page.getByRole('button', { name: 'Adicionar informação' }).waitFor();
  await look('contact');
  for (const [path, shown] of screens) {
    await goTo(page, path);
    await page.getByRole('main').getByText(shown).filter({ visible: true }).first().waitFor();
    await look(path);
  }
  await lookAtBoard(page, wrong, look);
  await goTo(page, '/campaigns');
  await page.getByRole('button', { name: `Relatório de ${LONG}` }).click();
  await page.getByRole('progressbar').waitFor();
  await look('report of a campaign');
  await goTo(page, '/chats');
  await page.getByRole('link', { name: new RegExp(LONG) }).click();
  await page.getByRole('log').waitFor();
  await look('chat');
  await goTo(page, '/report');
  await page.getByRole('tab', { name: 'Analítico' }).click();
  await page.getByRole('link', { name: LONG }).waitFor();
  await look('analytical report');
  await goTo(page, '/marketing/report');
  await page.getByRole('tab', { name: 'Analítico' }).click();
  await page.getByRole('link', { name: LONG }).waitFor();
  await look('analytical report of marketing');
  for (const [path, shown] of inner) {
    await page.goto(`${the.product.url}${typeof path === 'string' ? path : path()}`);
    await page.getByRole('main').getByText(shown).filter({ visible: true }).first().waitFor();
    await look(typeof path === 'string' ? path : path.toString());
  }
  expect(wrong).toEqual([]);
}, 200_000);

test('in a narrow pane the composer has one menu, and in a wide one its buttons side by side', async () => {
  const page = await the.opens('admin@prosa.demo', `/tickets/${ticketId}`, { viewport: { width: 804, height: 700 } });
  const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  await field.fill('Bom dia');
  await page.getByRole('button', { name: 'Observação' }).waitFor();
  await page.setViewportSize({ width: 803, height: 700 });
  await page.getByRole('button', { name: 'Mais opções de escrita' }).click();
  await page.getByRole('menuitem', { name: 'Observação' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // The typed text is there in both.
  expect(await field.inputValue()).toBe('Bom dia');
});
