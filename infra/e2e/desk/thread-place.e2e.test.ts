import type { TicketView } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { opensSignedIn, phone, stage, wide } from '../browser.fixture.ts';
import { messagesOf, openTicket, signIn, type User } from '../people.fixture.ts';
import { inPage, settled } from '../thread.fixture.ts';

/** More than two pages. */
const UNREAD = 45;

let ana: User;
const the = stage(async (product) => {
  ana = await signIn(product.url, 'ana@prosa.demo');
});
const bubble = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true });
const unreadOf = async (ticketId: string) => (await ana.call<TicketView>(`GET /tickets/u/${ticketId}`)).body.unreadMessages;

test.each([
  ['wide', wide, 'Eulália Prates'],
  ['on a phone', phone, 'Dagoberto Pires'],
] as const)(
  'a conversation opens at the line above its unread messages, further than a page away, and they are read as they are seen, %s',
  async (_, screen, name) => {
    const { who, ticket } = await openTicket(the.product, ana, name);
    const greeted = await messagesOf(ana, ticket.id);
    const upTo = greeted.findLast(({ fromMe }) => !fromMe)!.id;
    await ana.call(`POST /tickets/${ticket.id}/read`, { upTo });
    for (let n = 1; n <= UNREAD; n += 1) await who.write(`nova ${n}.${n % 4 ? '' : ' uma frase que se estende'.repeat(n % 7)}`);
    await until(async () => (await unreadOf(ticket.id)) === UNREAD);

    const page = await the.comes(screen);
    await opensSignedIn(page, the.product.url, 'admin@prosa.demo', '/tickets');
    await page.getByRole('link', { name: new RegExp(name) }).click();
    const line = page.getByRole('log').getByRole('separator', { name: `${UNREAD} novas mensagens` });
    await line.waitFor();
    await settled(page);
    // Below the mark of the day, with what follows it in view.
    const top = (await line.boundingBox())!.y - (await page.getByRole('log').boundingBox())!.y;
    expect([Math.round(top) > 30, Math.round(top) < 70]).toEqual([true, true]);
    expect(await bubble(page, 'nova 1.').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Ir para as mais recentes' }).waitFor();
    /** The number of the last message of which half is in view. */
    const seen = () =>
      inPage<number>(
        page,
        `const end = log.getBoundingClientRect().bottom;
         const shown = [...log.querySelectorAll('li[data-index]')].filter((one) => {
           const { top, height } = one.getBoundingClientRect();
           return top + height / 2 <= end;
         });
         return Number(/nova (\\d+)/.exec(shown.at(-1).textContent)[1]);`,
      );
    const last = await seen();
    expect([last > 1, last < UNREAD]).toEqual([true, true]);
    await until(async () => (await unreadOf(ticket.id)) === UNREAD - last);
    const badge = () => page.getByRole('link', { name: new RegExp(name) }).getByText(`${UNREAD - last}`, { exact: true });
    if (screen === wide) await badge().waitFor();

    await inPage(page, 'log.scrollTop += 500;');
    await settled(page);
    const further = await seen();
    expect(further).toBeGreaterThan(last);
    await until(async () => (await unreadOf(ticket.id)) === UNREAD - further);
    // A message that comes while the end is out of view waits, and moves nothing.
    await who.write('e mais uma.');
    await page.getByRole('button', { name: '1 nova mensagem' }).waitFor();
    expect((await unreadOf(ticket.id)) > 0).toBe(true);
    await until(async () => {
      await inPage(page, 'log.scrollTop = log.scrollHeight;');
      return (await unreadOf(ticket.id)) === 0;
    });
    await bubble(page, 'e mais uma.').waitFor();

    await page.reload();
    await bubble(page, 'e mais uma.').waitFor();
    expect((await settled(page)).fromEnd).toBeLessThan(2);
    expect(await page.getByRole('log').getByRole('separator').count()).toBe(0);
  },
  120_000,
);

test.each([
  ['wide', wide],
  ['on a phone', phone],
] as const)(
  'what the customer writes above a text and a file that wait here leaves the view at its end, %s',
  async (_, screen) => {
    const { who, ticket } = await openTicket(the.product, ana);
    for (let n = 1; n <= 25; n += 1) await who.write(`linha ${n}`);
    // Read, it opens at its end.
    await until(async () => (await unreadOf(ticket.id)) === 26);
    const upTo = (await messagesOf(ana, ticket.id)).findLast(({ fromMe }) => !fromMe)!.id;
    await ana.call(`POST /tickets/${ticket.id}/read`, { upTo });
    await until(async () => (await unreadOf(ticket.id)) === 0);
    const page = await the.comes(screen);
    // Nothing leaves this device; what comes does.
    await page.route(/\/api\/(messages|media)/, (route) => (route.request().method() === 'POST' ? undefined : route.continue()));
    await opensSignedIn(page, the.product.url, 'admin@prosa.demo', `/tickets/${ticket.id}`);
    page.on('dialog', (dialog) => void dialog.accept()); // the browser asks before it leaves unsent messages
    await bubble(page, 'linha 25').waitFor();
    const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
    await field.fill('Já vejo');
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await bubble(page, 'Já vejo').waitFor();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'mapa.txt', mimeType: 'text/plain', buffer: Buffer.from('à direita') });
    await page
      .getByRole('dialog', { name: /^Enviar 1 arquivo/ })
      .getByRole('button', { name: 'Enviar' })
      .click();
    const waiting = page.getByRole('log').getByRole('img', { name: 'Na fila deste aparelho' });
    await until(async () => (await waiting.count()) >= 1);
    await page.reload();
    await bubble(page, 'Já vejo').waitFor();
    expect((await settled(page)).fromEnd).toBeLessThan(2);
    for (const text of ['Oi?', `Alô? ${'Ainda estou aqui. '.repeat(6)}`.trim()]) {
      await who.write(text);
      await bubble(page, text).waitFor({ state: 'attached' });
      expect((await settled(page)).fromEnd).toBeLessThan(2);
    }
  },
);
