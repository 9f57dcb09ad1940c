import type { MessageView, TicketView } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { axe } from '../axe.fixture.ts';
import { phone, stage, wide } from '../browser.fixture.ts';
import { outside, ringless, tooSmall } from '../controls.fixture.ts';
import { misplacedAt } from '../geometry.fixture.ts';
import { openTicket, signIn, type User } from '../people.fixture.ts';

const ADMIN = 'admin@prosa.demo';
let ana: User;
let admin: User;
const on = stage(async ({ url }) => {
  ana = await signIn(url, 'ana@prosa.demo');
  // Not the one of the screens: signing in there ends their older sessions.
  admin = await signIn(url, 'super@prosa.demo');
});

type Shown = TicketView | { messages: MessageView[] };
type Kept = { path: string; position: string; body: Shown };
/** Without the addresses of files, each of which is another one. */
const withoutFiles = (body: Shown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value) => (/url$/i.test(name) && typeof value === 'string' ? 'a file' : value)));

/** Serves a customer from the first word to the rating, and keeps what GET answers at each step. */
const played = async (name: string): Promise<{ id: string; kept: Kept[] }> => {
  const { who, ticket } = await openTicket(on.product, ana, name);
  const kept: Kept[] = [];
  const keep = async (): Promise<void> => {
    for (const path of [`tickets/${ticket.id}`, `messages/${ticket.id}`]) {
      const { status, body, position } = await admin.call<Shown>(`GET /${path}`);
      expect(status).toBe(200);
      kept.push({ path, position, body });
    }
  };
  const { tags } = (await admin.call<{ tags: { id: string; name: string }[] }>('GET /tags/list')).body;
  const steps: (() => Promise<unknown>)[] = [
    () => who.write('Meu pedido não chegou'),
    () => ana.call(`POST /messages/${ticket.id}`, { body: 'Vou ver agora' }),
    () => ana.call('POST /tags/sync', { ticketId: ticket.id, tags: tags.slice(0, 2).map(({ id }) => ({ id })) }),
    () => who.write('Obrigada, espero'),
    () => admin.call(`PUT /contacts/${ticket.contactId}`, { name: `${name} Filha` }),
    () => ana.call(`PUT /tickets/${ticket.id}`, { status: 'pending' }),
    () => ana.call(`PUT /tickets/${ticket.id}`, { status: 'open' }),
    () => ana.call(`POST /messages/${ticket.id}`, { body: 'Sai hoje' }),
    () => ana.call(`PUT /tickets/${ticket.id}`, { status: 'closed' }),
    () => who.write('Chegou, obrigada!'),
  ];
  for (const step of steps) {
    await step();
    // At whatever position the tables happen to be: what is in flight comes between the next ones.
    for (let n = 0; n < 3; n += 1) await keep();
  }
  return { id: ticket.id, kept };
};

test('what was answered then is answered as of then, hundreds of times', async () => {
  const kept: Kept[] = [];
  for (const name of ['Jacira Peçanha', 'Quitéria Lobato', 'Zulmira Aguiar', 'Onofre Siqueira'])
    kept.push(...(await played(name)).kept);
  expect(kept.length).toBe(240);
  for (const { path, position, body } of kept) {
    const past = await admin.call<Shown>(`GET /${path}?asOf=${position}`);
    expect([past.status, past.position]).toEqual([200, position]);
    expect(withoutFiles(past.body)).toEqual(withoutFiles(body));
  }
});

/** What is wrong with the screen: rules of accessibility, rings, sizes, and what lies over something or is cut off. */
const faults = async (page: Page, isPhone: boolean): Promise<string[]> => {
  const found: string[] = [];
  for (const check of [axe, ringless, outside, ...(isPhone ? [tooSmall] : [])]) found.push(...(await check(page)));
  return [
    ...found,
    ...(await misplacedAt(
      page,
      isPhone
        ? [[320, 640]]
        : [
            [640, 360],
            [1000, 700],
          ],
    )),
  ];
};

const slider = (page: Page) => page.getByRole('slider', { name: 'Como estava em' });
const then = (page: Page) => page.getByRole('region', { name: 'Conversa naquele instante' });

test('an administrator walks through the history: list row and conversation stand as they stood', async () => {
  const { id } = await played('Delmira Fontoura');
  const page = await on.opens(ADMIN, `/tickets/${id}`, wide);
  await page.getByRole('button', { name: 'Mais opções', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Histórico/ }).click();
  await page.waitForURL(`**/tickets/${id}/history`);
  await then(page).getByText('Sai hoje').first().waitFor();
  await page
    .getByRole('button', { name: /Ana Souza aceitou/ })
    .first()
    .waitFor();
  expect(await faults(page, false)).toEqual([]);

  await page.getByRole('button', { name: /Vou ver agora/ }).click();
  await page.waitForURL('**/history?at=*');
  await then(page).getByRole('log').getByText('Vou ver agora').waitFor();
  await then(page).getByRole('log').getByText('Sai hoje').waitFor({ state: 'detached' });
  await then(page).locator('[data-past-row]').getByText('Vou ver agora').waitFor();
  await page.locator('[data-fact="status"]', { hasText: 'hoje: Fechado' }).waitFor();

  const linked = page.url();
  const number = Number(await slider(page).getAttribute('aria-valuenow'));
  await slider(page).focus();
  await page.keyboard.press('Home');
  await then(page).getByText('Vou ver agora').first().waitFor({ state: 'detached' });
  await page.goto(linked);
  await then(page).getByRole('log').getByText('Vou ver agora').waitFor();
  expect(Number(await slider(page).getAttribute('aria-valuenow'))).toBe(number);

  const { x, y, width } = (await slider(page).boundingBox())!;
  await page.mouse.move(x + width - 1, y + 20);
  await page.mouse.down();
  await page.mouse.move(x + 1, y + 20, { steps: 10 });
  await page.mouse.up();
  expect(await slider(page).getAttribute('aria-valuenow')).toBe('1');
  await page.getByRole('tab', { name: 'Mudanças' }).click();
  await page
    .getByRole('button', { name: /escreveu/ })
    .first()
    .waitFor({ state: 'detached' });

  await page.emulateMedia({ media: 'print' });
  expect(await slider(page).isVisible()).toBe(false);
  expect(await page.getByRole('navigation', { name: 'Principal' }).isVisible()).toBe(false);
  expect(
    await page
      .getByRole('button', { name: /Ana Souza aceitou/ })
      .first()
      .isVisible(),
  ).toBe(true);
});

test('a phone shows events, conversation and facts one at a time, in the dark', async () => {
  const { id } = await played('Isaura Pimentel');
  const page = await on.opens(ADMIN, `/tickets/${id}/history`, phone, { colorScheme: 'dark' });
  await page.getByRole('button', { name: /Vou ver agora/ }).click();
  await page.getByRole('tab', { name: 'Como estava' }).click();
  await then(page).getByRole('log').getByText('Vou ver agora').waitFor();
  expect(await faults(page, true)).toEqual([]);
  await page.getByRole('tab', { name: 'Dados' }).click();
  await page.locator('[data-fact="status"]', { hasText: 'Em atendimento' }).waitFor();
  await page.getByRole('tab', { name: 'Eventos' }).click();
  expect(await faults(page, true)).toEqual([]);
});

test('who may not read any ticket is led to their own', async () => {
  const { ticket } = await openTicket(on.product, ana, 'Perpétua Nóbrega');
  expect((await ana.call(`GET /tickets/${ticket.id}?asOf=1`)).status).toBe(403);
  const page = await on.opens('ana@prosa.demo', `/tickets/${ticket.id}/history`, wide);
  await page.waitForURL((url) => !url.pathname.endsWith('/history'));
});
