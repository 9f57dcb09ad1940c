import type { MessageOwn, MessageView, TicketOwn, TicketView } from '@prosa/contracts';
import type { Locator, Page } from 'playwright-core';
import { axe } from '../axe.fixture.ts';
import { enter, phone, stage, wide } from '../browser.fixture.ts';
import { type Customer, eventually, messagesOf, openTicket, signIn, type User } from '../people.fixture.ts';

let ana: User;
const the = stage(async (product) => {
  ana = await signIn(product.url, 'ana@prosa.demo');
});

const location = { latitude: -23.5505, longitude: -46.6333, name: 'Padaria Aurora', address: 'Rua das Palmeiras, 418' };
const contacts = [{ name: 'Tarcísio Belmonte', numbers: ['5511900008826'] }];
const choice = { id: 'opt-2', title: 'Entregas' };

const inConversation = async (screen: typeof wide | typeof phone, ticket: TicketOwn, scheme?: 'dark'): Promise<Page> => {
  const page = await the.opens('admin@prosa.demo', `/tickets/${ticket.uuid}`, screen, scheme && { colorScheme: scheme });
  await page.getByRole('log').waitFor();
  return page;
};
const bubble = (page: Page, id: string): Locator => page.locator(`[data-id="${id}"]`);
/** Finds the customer's message with this text, as the team sees it. */
const known = (ticket: TicketOwn, who: Customer, id: string): Promise<MessageView> =>
  eventually(`message ${id}`, async () =>
    (await messagesOf(ana, ticket.id)).find((one) => one.id === who.messageId(ticket.contactId, id)),
  );

describe.each([
  ['a desk', wide, undefined],
  ['a phone, in the dark', phone, 'dark'],
] as const)('on %s', (_, screen, scheme) => {
  test('everything that a customer can send is shown according to its kind, and their changes to it too', async () => {
    const { who, ticket } = await openTicket(the.product, ana, 'Jaciara Peçanha');
    const answer = await ana.call<MessageOwn>(`POST /messages/${ticket.id}`, { body: 'Para onde levamos?' });
    const page = await inConversation(screen, ticket, scheme);
    const log = page.getByRole('log');

    await who.act({ type: 'location', location });
    const link = log.getByRole('link', { name: /Abrir no mapa/ });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('https://www.google.com/maps/search/?api=1&query=-23.5505,-46.6333');
    await log.getByRole('img', { name: 'Mapa: Padaria Aurora' }).waitFor();
    await who.act({ type: 'contact', contacts });
    await log.getByRole('button', { name: 'Copiar o número +55 11 90000-8826 de Tarcísio Belmonte' }).waitFor();
    await who.act({ type: 'call', call: { kind: 'voice' } });
    await log.getByText('Chamada de voz perdida').waitFor();
    await who.act({ type: 'call', call: { kind: 'video' } });
    await log.getByText('Chamada de vídeo perdida').waitFor();
    await who.act({ type: 'choice', choice });
    await log.getByText('Opção escolhida').waitFor();

    const typo = await who.act({ type: 'text', text: 'No porteito' });
    const secret = await who.act({ type: 'text', text: 'A senha do portão é girassol' });
    const typoId = who.messageId(ticket.contactId, typo);
    const secretId = who.messageId(ticket.contactId, secret);
    await bubble(page, secretId).waitFor();
    await who.act({ type: 'edited', targetId: typo, text: 'No porteiro' });
    await bubble(page, typoId).getByText('No porteiro').waitFor();
    await bubble(page, typoId).getByText('editada').waitFor();
    await who.act({ type: 'deleted', targetId: secret });
    await bubble(page, secretId).getByText('O cliente apagou esta mensagem').waitFor();
    await who.act({ type: 'reaction', targetId: answer.body.id, text: '👍' });
    await bubble(page, answer.body.id).getByText('👍 de Jaciara Peçanha').waitFor({ state: 'attached' });
    await who.act({ type: 'reaction', targetId: answer.body.id, text: '❤️' });
    await bubble(page, answer.body.id).getByText('❤️ de Jaciara Peçanha').waitFor({ state: 'attached' });
    await who.act({ type: 'reaction', targetId: answer.body.id, text: '' });
    await bubble(page, answer.body.id).getByRole('list', { name: 'Reações' }).waitFor({ state: 'detached' });
    await who.act({ type: 'reaction', targetId: typo, text: '🙏' });
    await bubble(page, typoId).getByText('🙏 de Jaciara Peçanha').waitFor({ state: 'attached' });
    expect(await log.textContent()).not.toContain('girassol');

    expect(await axe(page)).toEqual([]);
    const width = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(width).toBe(0);
  });
});

test('a ticket’s row shows its last message; an edit, a revoke and a reaction do not count as unread', async () => {
  const { who, ticket } = await openTicket(the.product, ana, 'Wagner Luz');
  const where = await who.act({ type: 'location', location: { ...location, name: null, address: null } });
  const row = () => ana.call<TicketView>(`GET /tickets/${ticket.id}`).then(({ body }) => body);
  await known(ticket, who, where);
  expect(await row()).toMatchObject({ lastMessage: '', lastMessageKind: 'place', unreadMessages: 2 });
  const page = await the.comes(wide);
  await enter(page, the.product.url, 'admin@prosa.demo');
  const line = page.getByRole('link', { name: /Wagner Luz/ });
  await line.getByText('Localização').waitFor();
  const said = await who.act({ type: 'text', text: 'Cehguei' });
  await line.getByText('Cehguei').waitFor();
  await who.act({ type: 'reaction', targetId: said, text: '👍' });
  await who.act({ type: 'edited', targetId: said, text: 'Cheguei' });
  await line.getByText('Cheguei').waitFor();
  const before = await row();
  expect(before).toMatchObject({ unreadMessages: 3 });
  await who.act({ type: 'deleted', targetId: said });
  await line.getByText('Mensagem apagada').waitFor();
  expect(await row()).toMatchObject({ unreadMessages: 3, updatedAt: before.updatedAt });
});

test('a customer cannot change another customer’s messages, and a repeated change is applied once', async () => {
  const [mine, theirs] = [await openTicket(the.product, ana, 'Dona Um'), await openTicket(the.product, ana, 'Seu Dois')];
  const said = await theirs.who.act({ type: 'text', text: 'É minha' });
  const { id } = await known(theirs.ticket, theirs.who, said);
  for (const event of [{ type: 'edited', text: 'Falsa' }, { type: 'deleted' }, { type: 'reaction', text: '👎' }])
    await mine.who.act({ ...event, targetId: id });
  const typo = await mine.who.act({ type: 'text', text: 'Primeira' });
  const again = { type: 'edited', targetId: typo, text: 'Segunda', id: `edit-${typo}` };
  await mine.who.act(again);
  await mine.who.act({ type: 'edited', targetId: typo, text: 'Terceira' });
  await mine.who.act(again);
  await mine.who.act({ type: 'text', text: 'Fim' });
  await eventually('the end', async () => (await messagesOf(ana, mine.ticket.id)).some(({ body }) => body === 'Fim'));
  expect(await known(theirs.ticket, theirs.who, said)).toMatchObject({ body: 'É minha', isDeleted: false, reactions: [] });
  expect(await known(mine.ticket, mine.who, typo)).toMatchObject({ body: 'Terceira' });
});
