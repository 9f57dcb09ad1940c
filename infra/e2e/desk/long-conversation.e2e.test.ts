import type { TicketView } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { volume } from '../../testing/volume.ts';
import { customerWrites, enter, phone, type Screen, stage, wide } from '../browser.fixture.ts';
import { signIn, type User } from '../people.fixture.ts';
import { inPage, look, pagesOf, settled, topOf } from '../thread.fixture.ts';

/** How many messages the conversation has, and how many pages of twenty are scrolled up. */
const [MESSAGES, PAGES] = volume({ some: [400, 15], all: [1_000, 40] });
/** Maximum number of elements of the whole page, however far it was scrolled: one screenful and what surrounds it. */
const MOST_ELEMENTS = 1_400;

const [number, name] = ['551170000031', 'Eulália Prates'];
let ana: User;
const the = stage(async (product) => {
  ana = await signIn(product.url, 'ana@prosa.demo');
});
/**
 * Ana serves the customer of all those messages, which come before anybody looks: there they would be without scrolling. They were read, so
 * that the conversation opens at its end.
 */
beforeAll(async () => {
  await writesMuch();
  const { id } = (await until(recorded, 200_000))!;
  expect((await ana.call(`PUT /tickets/${id}`, { status: 'open', userId: ana.id })).status).toBe(200);
  const upTo = (await ana.call<{ messages: { id: string }[] }>(`GET /messages/${id}`)).body.messages.at(-1)!.id;
  expect((await ana.call(`POST /tickets/${id}/read`, { upTo })).status).toBe(200);
  await until(async () => (await recorded())!.unreadMessages === 0);
}, 300_000);

const word = (n: number) => 'uma frase que se estende '.repeat(1 + ((n * 7) % 9)).trim();
/** A customer who wrote all of that within a few days. */
const writesMuch = async () => {
  const { id, token } = the.product.demo.connection;
  const begun = Date.now() - 4 * 86_400_000;
  const write = async (n: number) => {
    const answer = await fetch(`${the.product.url}/webhooks/simulator/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        id: `${number}-many-${n}`,
        type: 'text',
        from: number,
        name,
        text: `${n}: ${word(n)}`,
        at: new Date(begun + n * 150_000).toISOString(),
      }),
    });
    expect(answer.status).toBe(202);
  };
  for (let n = 0; n < MESSAGES; n += 50) await Promise.all(Array.from({ length: 50 }, (_, k) => write(n + k)));
  await customerWrites(the.product, number, name, 'É isso.');
};
/** The ticket, once all messages are recorded. */
const recorded = async (): Promise<TicketView | undefined> => {
  const { tickets } = (await ana.call<{ tickets: TicketView[] }>(`GET /tickets?searchParam=${number}`)).body;
  const ticket = tickets.find(({ contact }) => contact.number === number);
  if (!ticket) return undefined;
  const { count } = (await ana.call<{ count: number }>(`GET /messages/${ticket.id}`)).body;
  return count > MESSAGES + 1 ? ticket : undefined; // including the greeting
};

const scrollTo = (page: Page, top: number) => inPage<void>(page, `log.scrollTop = ${top};`);
const bubble = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true });
const opened = async (screen: Screen): Promise<Page> => {
  const page = await the.comes(screen);
  await enter(page, the.product.url, 'admin@prosa.demo');
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await page.getByRole('log').waitFor();
  return page;
};

test.each([
  ['wide', wide],
  ['on a phone', phone],
] as const)(
  'a long conversation renders few elements, and nothing in it jumps, %s',
  async (where, screen) => {
    const [another, last] = [`Ainda estou aqui, ${where}.`, `E agora, ${where}?`];
    const page = await opened(screen);
    await bubble(page, 'É isso.').waitFor();
    expect((await settled(page)).fromEnd).toBeLessThan(2);

    const pages = await pagesOf(page);
    let most = 0;
    const moves: number[] = [];
    for (let n = 0; n < PAGES; n += 1) {
      pages.hold();
      await pages.scrollTo(40);
      const before = await settled(page);
      await pages.release();
      await until(async () => (await look(page)).height > before.height + 200);
      const after = await settled(page);
      const top = await topOf(page, before.key);
      moves.push(Math.round(top - before.top));
      most = Math.max(most, after.elements);
    }
    expect(moves.filter((move) => Math.abs(move) > 2)).toEqual([]);
    console.info(`${screen === phone ? 'phone' : 'wide'}: at most ${most} elements`);
    expect(most).toBeLessThan(MOST_ELEMENTS);

    // While scrolled up, new messages wait behind a pill and move nothing.
    const up = await settled(page);
    await customerWrites(the.product, number, name, another);
    await page.getByRole('button', { name: '1 nova mensagem' }).waitFor();
    expect(Math.abs((await topOf(page, up.key)) - up.top)).toBeLessThanOrEqual(2);
    await page.getByRole('button', { name: '1 nova mensagem' }).click();
    await bubble(page, another).waitFor();
    // At the end, the list stays at the end when messages arrive.
    await scrollTo(page, 10_000_000);
    await settled(page);
    await customerWrites(the.product, number, name, last);
    await bubble(page, last).waitFor();
    expect((await settled(page)).fromEnd).toBeLessThan(2);
    expect((await look(page)).elements).toBeLessThan(MOST_ELEMENTS);
    // The same while typing.
    const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
    await field.pressSequentially('Um momento');
    expect((await settled(page)).fromEnd).toBeLessThan(2);
    await field.fill('');
    expect((await settled(page)).fromEnd).toBeLessThan(2);

    // The focus is not lost with its row: a focused row stays rendered.
    const { key } = await look(page);
    await page.locator(`[data-key="${key}"]`).focus();
    await scrollTo(page, 3_000);
    await settled(page);
    expect(await inPage(page, 'return document.activeElement.dataset.key;')).toBe(key);
  },
  400_000,
);
