import type { TicketView } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import type { SharedProduct } from '../../testing/shared-product.ts';
import { until } from '../../testing/until.ts';
import { volume } from '../../testing/volume.ts';
import { customerWrites, enter, phone, type Screen, stage, wide } from '../browser.fixture.ts';
import { signIn, type User } from '../people.fixture.ts';
import { inPage, pagesOf, settled, topOf } from '../thread.fixture.ts';

/** Number of messages of the conversation, in two tickets: the first one is closed after half of them. */
const MESSAGES = volume({ some: 160, all: 300 });

const [number, name] = ['551170000041', 'Ondina Prates'];
let ana: User;
let ticket: TicketView;
const the = stage(async (product) => {
  ana = await signIn(product.url, 'ana@prosa.demo');
  ticket = await writesMuch(product);
});

const word = (n: number) => 'uma frase que se estende '.repeat(1 + ((n * 7) % 9)).trim();
const ticketOf = async (): Promise<TicketView | undefined> => {
  // On a busy machine a search may be refused.
  const { tickets } = (await ana.call<{ tickets?: TicketView[] }>(`GET /tickets?searchParam=${number}`)).body;
  return tickets?.find(({ contact, status }) => contact.number === number && status !== 'closed');
};
const countOf = async (id: string) => (await ana.call<{ count: number }>(`GET /messages/${id}`)).body.count;

/** A customer whose first ticket was closed after half of their messages; Ana serves the second. */
const writesMuch = async (product: SharedProduct): Promise<TicketView> => {
  const write = (n: number) =>
    customerWrites(product, number, name, n === 40 ? 'O ELEVADOR da Conceição quebrou' : `${n}: ${word(n)}`);
  let known: TicketView | undefined;
  for (const [from, to] of [
    [0, MESSAGES / 2],
    [MESSAGES / 2, MESSAGES],
  ] as const) {
    for (let n = from; n < to; n += 1) await write(n);
    known = undefined;
    await until(async () => {
      known = await ticketOf();
      return known !== undefined && (await countOf(known.id)) >= to;
    });
    for (const status of to < MESSAGES ? ['open', 'closed'] : ['open'])
      expect((await ana.call(`PUT /tickets/${known!.id}`, { status })).status).toBe(200);
  }
  return known!;
};

const log = (page: Page) => page.getByRole('log', { name: 'Mensagens' });
const bubble = (page: Page, text: string) => log(page).getByText(text, { exact: true });
/** The page's requests for conversations, with the answers' status, place and first and last message. */
const asked: string[] = [];
const watch = (page: Page): void => {
  asked.length = 0;
  page.on('response', async (answer) => {
    if (!answer.url().includes('/api/messages/')) return;
    const [at, status, about] = [Math.round(performance.now()), answer.status(), new URL(answer.url()).search];
    const { messages } = (await answer.json().catch(() => ({}))) as { messages?: { position: string }[] };
    const ends = [messages?.[0], messages?.at(-1)].map((one) => one?.position);
    asked.push(`${at} ${status} ${about} ${answer.headers()['prosa-position']} ${ends.join(' to ')}`);
  });
};
/** Whether the message is within the list's visible area, highlighted and focused. */
const isTakenTo = (page: Page, text: string) =>
  inPage<boolean>(
    page,
    `if (!log) return false;
     const { bottom } = log.getBoundingClientRect();
     const one = [...log.querySelectorAll('[data-id]')].find(({ textContent }) => textContent.includes(${JSON.stringify(text)}));
     const box = one?.getBoundingClientRect();
     return box !== undefined && box.top >= edge && box.bottom <= bottom && document.activeElement === one;`,
  );
/** Waits for that; where it does not come, the error says what is on the page instead, and what was asked for. */
const takenTo = async (page: Page, text: string): Promise<void> => {
  try {
    await until(() => isTakenTo(page, text));
  } catch (error) {
    const instead = await inPage<object>(
      page,
      `const one = [...(log?.querySelectorAll('[data-id]') ?? [])].find(({ textContent }) => textContent.includes(${JSON.stringify(text)}));
       const [box, around] = [one, log].map((of) => of?.getBoundingClientRect());
       return { url: location.href, shown: log?.querySelectorAll('[data-id]').length, box, around, scrolled: log?.scrollTop, height: log?.scrollHeight,
         focused: document.activeElement?.outerHTML.slice(0, 300) };`,
    );
    throw new Error(`The message was not shown and focused: ${JSON.stringify({ ...instead, asked })}`, { cause: error });
  }
};

test.each([
  ['wide', wide],
  ['on a phone', phone],
] as const)(
  'a message is found, opened in an older ticket, and read on from there to the newest ones, %s',
  async (where, screen: Screen) => {
    const [another, last] = [`Ainda estou aqui, ${where}.`, `E agora, ${where}?`];
    const page = await the.comes(screen);
    watch(page);
    await enter(page, the.product.url, 'admin@prosa.demo');
    await page.getByRole('button', { name: 'Buscar nas mensagens' }).click();
    const dialog = page.getByRole('dialog', { name: 'Buscar nas mensagens' });
    await dialog.getByLabel('Mensagem', { exact: true }).fill('elevador da conceicao');
    const result = dialog.getByRole('link').filter({ hasText: name });
    expect(await result.locator('mark').textContent()).toBe('ELEVADOR da Conceição');
    await result.click();
    // It was written in the first ticket, which is closed.
    await page.waitForURL(/\/tickets\/[\w-]+\?goMessage=[\w-]+$/);
    const said = 'O ELEVADOR da Conceição quebrou';
    await takenTo(page, said);
    expect(await dialog.count()).toBe(0);

    // The same message in the newer ticket, by an address that somebody else sent.
    const goMessage = new URL(page.url()).searchParams.get('goMessage')!;
    await page.goto(`${the.product.url}/tickets/${ticket.id}?goMessage=${goMessage}`);
    await takenTo(page, said);
    await page.reload();
    await takenTo(page, said);

    // New messages are counted, and move nothing.
    const up = await settled(page);
    await customerWrites(the.product, number, name, another);
    await page.getByRole('button', { name: '1 nova mensagem' }).waitFor();
    expect(Math.abs((await topOf(page, up.key)) - up.top)).toBeLessThanOrEqual(2);

    // Scrolling down loads page after page, and a new page does not move the view.
    const pages = await pagesOf(page);
    const moves: number[] = [];
    for (let n = 0; n < 200 && (await bubble(page, another).count()) === 0; n += 1) {
      pages.hold();
      await inPage(page, 'log.scrollTop += log.clientHeight * 0.8;');
      const before = await settled(page);
      await pages.release();
      await settled(page);
      moves.push(Math.round((await topOf(page, before.key)) - before.top));
    }
    expect(moves.filter((move) => Math.abs(move) > 2)).toEqual([]);
    await bubble(page, another).waitFor();
    // The separators of both tickets were passed; at the end it shows pushes again.
    await inPage(page, 'log.scrollTop = log.scrollHeight;');
    await settled(page);
    await customerWrites(the.product, number, name, last);
    await bubble(page, last).waitFor();
    expect((await settled(page)).fromEnd).toBeLessThan(2);
  },
  400_000,
);
