import type { TicketView } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { opensSignedIn, phone, type Screen, stage, wide } from '../browser.fixture.ts';
import { customer, eventually, openTicket, signIn, type User } from '../people.fixture.ts';

/** The effect of a double press, a held key or a refusal: in a real browser, with real layout and focus. */

/** Another attendant, over the API, who created the tickets that these tests start with. */
let ana: User;
/** Opens the administrator's screen at an address, and records the ticket changes that it requested. */
const atScreen = async (screen: Screen, address: string) => {
  const page = await the.comes(screen);
  // A second of the page's clock takes twenty, or as long as the test sets it, so that the machine's load does not affect time limits.
  await page.addInitScript(
    'const now = performance.now.bind(performance); globalThis.passed = 0; performance.now = () => now() / 20 + passed;',
  );
  await opensSignedIn(page, the.product.url, 'admin@prosa.demo', address);
  const asked: { status?: string; queueId?: string }[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/api/tickets/')) asked.push(request.postDataJSON());
  });
  return { page, closings: () => asked.filter(({ status }) => status === 'closed').length, asked };
};
const waitingTicket = async (name: string): Promise<TicketView> => {
  const who = customer(the.product, name);
  await who.write('Bom dia!');
  return who.ticket(ana);
};
/** The screen learns it from the answer to its command; a reader may see it a moment later. */
const shownClosed = (ticketId: string) =>
  eventually('the closed ticket', async () => (await ana.call<TicketView>(`GET /tickets/${ticketId}`)).body.status === 'closed');
const aSecondLater = (page: Page) => page.evaluate('globalThis.passed += 1000');
/** The middle of a button, where a finger would press, or a place `fromEnd` pixels from its end. */
const middleOf = async (page: Page, name: string, fromEnd?: number): Promise<[number, number]> => {
  const button = page
    .getByRole('region', { name: /^Conversa com/ })
    .locator('header')
    .getByRole('button', { name, exact: true });
  const box = (await button.boundingBox())!;
  return [box.x + (fromEnd === undefined ? box.width / 2 : box.width - fromEnd), box.y + box.height / 2];
};
const under = (page: Page, [x, y]: [number, number]) =>
  page.evaluate(`document.elementFromPoint(${x}, ${y})?.closest('button')?.textContent?.trim()
    || document.elementFromPoint(${x}, ${y})?.closest('button')?.getAttribute('aria-label')`);

const the = stage(async (product) => {
  ana = await signIn(product.url, 'ana@prosa.demo');
});

describe('buttons that end work ignore presses where a finger has just been', () => {
  test('a mouse that has pressed Aceitar can press Resolver only a second later', async () => {
    const { id } = await waitingTicket('Leopoldina Sarmento');
    const { page, closings } = await atScreen(wide, `/tickets/${id}`);
    const place = await middleOf(page, 'Aceitar');
    await page.mouse.click(...place);
    await page.getByRole('button', { name: 'Resolver', exact: true }).waitFor();
    expect(await under(page, place)).toBe('Resolver');
    await page.mouse.down();
    await page.mouse.up();
    await aSecondLater(page);
    expect(closings()).toBe(0);
    await page.mouse.click(...place);
    await page.getByText('Conversa fechada com sucesso!').waitFor();
    expect(closings()).toBe(1);
  });

  test('on a phone a tap that accepted a ticket does not also resolve it', async () => {
    const { id } = await waitingTicket('Iracema Falcão');
    const { page, closings } = await atScreen(phone, `/tickets/${id}`);
    const place = await middleOf(page, 'Aceitar', 20); // where both buttons are
    await page.touchscreen.tap(...place);
    await page.getByRole('button', { name: 'Resolver', exact: true }).waitFor();
    expect(await under(page, place)).toBe('Resolver');
    await page.touchscreen.tap(...place);
    await aSecondLater(page);
    expect(closings()).toBe(0);
    await page.touchscreen.tap(...place);
    await page.getByText('Conversa fechada com sucesso!').waitFor();
    expect(closings()).toBe(1);
  });

  test('a button that appears under a resting mouse waits', async () => {
    const [first, second] = [
      await openTicket(the.product, ana, 'Aurora Vilhena'),
      await openTicket(the.product, ana, 'Benedito Salgado'),
    ];
    const { page, closings } = await atScreen(wide, `/tickets/${first.ticket.id}`);
    const place = await middleOf(page, 'Resolver');
    await page.getByRole('link', { name: /Benedito Salgado/ }).focus();
    await page.mouse.move(...place);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Dados de Benedito Salgado/ }).waitFor();
    await page.mouse.down();
    await page.mouse.up();
    await aSecondLater(page);
    expect(closings()).toBe(0);
    expect((await ana.call<TicketView>(`GET /tickets/${second.ticket.id}`)).body.status).toBe('open');
  });

  test('a mouse that moves in from elsewhere need not wait', async () => {
    const { ticket } = await openTicket(the.product, ana, 'Anacleto Quadros');
    const { page } = await atScreen(wide, '/tickets');
    await page.getByRole('link', { name: /Anacleto Quadros/ }).click();
    await page.getByRole('button', { name: 'Resolver', exact: true }).click();
    await page.getByText('Conversa fechada com sucesso!').waitFor();
    await shownClosed(ticket.id);
  });

  test('a key that is held down or repeated ends nothing else than intended', async () => {
    const [first, second] = [
      await openTicket(the.product, ana, 'Clarice Amaral'),
      await openTicket(the.product, ana, 'Damião Teles'),
    ];
    const { page, closings } = await atScreen(wide, `/tickets/${first.ticket.id}`);
    await page.locator('textarea:focus').waitFor(); // it takes the focus as the conversation opens
    await page.getByRole('link', { name: /Damião Teles/ }).focus();
    await page.keyboard.down('e');
    for (let times = 0; times < 5; times += 1) await page.keyboard.down('e');
    await page.keyboard.up('e');
    await page.getByText('Conversa fechada com sucesso!').waitFor();
    await page.keyboard.press('e');
    await aSecondLater(page);
    expect(closings()).toBe(1);
    await shownClosed(second.ticket.id);
    expect((await ana.call<TicketView>(`GET /tickets/${first.ticket.id}`)).body.status).toBe('open');
  });
});

test('a ticket resolved by mistake is reopened where it was, from the toast that reports it', async () => {
  const { ticket } = await openTicket(the.product, ana, 'Eulália Prates');
  const { page } = await atScreen(wide, `/tickets/${ticket.id}`);
  await page.getByRole('button', { name: 'Resolver', exact: true }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Conversa fechada com sucesso!' });
  await toast.getByRole('button', { name: /Desfazer/ }).waitFor();
  await page.waitForURL((url) => !url.pathname.endsWith(ticket.id));
  await page.keyboard.press('z');
  await page.waitForURL(`**/tickets/${ticket.id}`);
  await page.getByRole('button', { name: 'Resolver', exact: true }).waitFor();
  const { body } = await ana.call<TicketView>(`GET /tickets/${ticket.id}`);
  expect(body).toMatchObject({ status: 'open', queueId: ticket.queueId, userId: ana.id });
  await toast.waitFor({ state: 'detached' });
});

describe('a refused dialog shows the reason and keeps the focus', () => {
  const refuse = (page: Page, pattern: string) =>
    page.route(pattern, (route) =>
      ['PUT', 'POST'].includes(route.request().method())
        ? route.fulfill({ status: 403, contentType: 'application/json', body: '{"error":"ERR_NO_PERMISSION","message":""}' })
        : route.continue(),
    );
  const dialogs: [string, string, (page: Page) => Promise<string>][] = [
    [
      'Transferir',
      '**/api/tickets/*',
      async (page) => {
        await page.getByRole('button', { name: 'Mais opções', exact: true }).click();
        await page.getByRole('menuitem', { name: /^Transferir/ }).click();
        await page.getByRole('dialog').getByLabel('Fila', { exact: true }).click();
        await page.getByRole('option', { name: /Financeiro/ }).click();
        return 'Transferir';
      },
    ],
    [
      'Editar contato',
      '**/api/contacts/*',
      async (page) => {
        await page.getByRole('button', { name: /Dados de / }).click();
        await page.getByRole('button', { name: 'Mais opções do contato' }).click();
        await page.getByRole('menuitem', { name: 'Editar tudo' }).click();
        await page.getByRole('dialog').getByLabel('Nome', { exact: true }).first().fill('Fabrício Leal Neto');
        return 'Salvar';
      },
    ],
  ];
  test.each(dialogs)('%s', async (_, pattern, open) => {
    const { ticket } = await openTicket(the.product, ana, 'Fabrício Leal');
    const { page } = await atScreen(wide, `/tickets/${ticket.id}`);
    await page.getByRole('button', { name: 'Resolver', exact: true }).waitFor();
    const act = await open(page);
    await refuse(page, pattern);
    // Still finding out to whom, it ignores presses.
    const button = page.getByRole('dialog').locator('button[type="submit"]:not([aria-busy])').filter({ hasText: act });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator('.toast').filter({ hasText: 'não tem permissão' }).waitFor();
    await page.getByRole('dialog').getByText('não tem permissão').waitFor();
    expect(await page.evaluate('document.activeElement?.textContent')).toContain(act);
    await page.keyboard.press('Escape');
    if (act === 'Salvar') {
      await page.getByRole('button', { name: 'Descartar' }).press('Enter'); // what was typed
    }
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
