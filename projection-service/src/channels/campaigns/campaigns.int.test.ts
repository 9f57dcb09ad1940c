import {
  campaignEvents as c,
  contactLists,
  contactListItemEvents as l,
  campaignPartEvents as p,
  routes,
  conversationEvents as t,
} from '@prosa/contracts';
import { ana, carla, founded, place, zoe } from '../../desk/tickets/tickets.fixture.ts';
import { uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';

const { list, show, report, reportFile, shipping, settings, preview } = routes.campaigns;
const { here, there } = founded();
const [id, listId, partId] = [801, 802, 803].map(uuid) as [string, string, string];
const tell = here.tell;
tell(`contact-lists-${place.companyId}`, contactLists.events.created, { id: listId, name: 'Clientes' });
tell(`campaign-${id}`, c.CampaignCreated, {
  id,
  name: 'Aviso',
  message1: 'Oi',
  confirmation: true,
  whatsappId: place.shop,
  contactListId: listId,
  scheduledAt: '2026-03-02T12:00:00.000Z',
});
tell(`campaign-${id}`, c.CampaignStarted, { id, run: 0, lateMs: 0 });
const COUNT = 45;
const recipients = Array.from({ length: COUNT }, (_, nth) => ({
  recipientId: uuid(1_000 + nth),
  itemId: uuid(2_000 + nth),
  who: { name: nth === 0 ? '=SOMA(A1)' : `Cliente ${nth}`, number: `55119876${String(nth).padStart(5, '0')}`, email: null },
  skipped: nth >= 40 ? ('invalid' as const) : null,
}));
tell(`campaign-part-${partId}`, p.PartFrozen, { partId, campaignId: id, part: 0, recipients });
tell(`campaign-${id}`, c.CampaignFrozen, { id, parts: 1, recipients: COUNT, valid: 40 });
const of = (nth: number, phase: 'confirmation' | 'message') => ({
  campaignId: id,
  recipientId: recipients[nth]!.recipientId,
  phase,
  run: 0,
  queueId: null,
});
const sentAt = '2026-03-01T12:00:00.000Z';
/** How far each of 25 has come: asked, confirmed, failed, delivered, read, answered. */
for (let nth = 0; nth < 25; nth += 1) {
  const contactId = uuid(3_000 + nth);
  here.contact(contactId, `Cliente ${nth}`, recipients[nth]!.who.number);
  const talk = here.conversation(place.shop, contactId);
  const [ask, said] = [talk.message('ask'), talk.message('said')];
  const common = { contactId, lastTicketId: null, userId: null, origin: 'campaign', clientId: null, body: 'Oi' } as const;
  talk.say(t.OutreachSent, { ...common, messageId: ask, campaign: of(nth, 'confirmation') });
  talk.say(t.OutreachAcknowledged, { messageId: ask, ack: 2 });
  if (nth < 5) continue;
  const answers = (messageId: string, phase: 'confirmation' | 'message', answer: 'yes' | 'other') =>
    talk.say(t.OutreachAnswered, {
      messageId,
      campaign: of(nth, phase),
      answer,
      answerId: talk.message(answer),
      channelId: answer,
      sentAt,
    });
  answers(ask, 'confirmation', 'yes');
  talk.say(t.OutreachSent, { ...common, messageId: said, campaign: of(nth, 'message') });
  if (nth < 8) talk.say(t.OutreachFailed, { messageId: said, attempt: 1, reason: 'not-there' });
  else talk.say(t.OutreachAcknowledged, { messageId: said, ack: nth < 12 ? 2 : nth < 20 ? 3 : 4 });
  if (nth === 24) answers(said, 'message', 'other');
}
const item = (nth: number, name: string, number: string) => {
  const told = { contactListId: listId, itemId: uuid(nth), numberKey: String(nth).padStart(32, '0'), name, number, email: null };
  tell(`list-items-${nth}`, l.ContactListItemAdded, { ...told, importId: null });
  return told.itemId;
};
const bia = item(811, 'Bia Souza', '5511980000002');
const off = item(812, 'Ana', '5511980000001');
tell('list-items-812', l.ContactListItemChecked, { contactListId: listId, itemId: off, isWhatsappValid: false });
there.tell(`campaign-${uuid(809)}`, c.CampaignCreated, { id: uuid(809), name: 'De outra empresa' });

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
});
afterAll(() => service.close());

test('the list shows the company’s own, with what they name, and how far they are', async () => {
  const { body } = await service.ask(carla, list, { query: { searchParam: 'avi' } });
  expect(body).toMatchObject({ count: 1, hasMore: false });
  expect(body.records).toMatchObject([
    {
      id,
      name: 'Aviso',
      status: 'EM_ANDAMENTO',
      message1: 'Oi',
      message2: '',
      whatsapp: { id: place.shop, name: 'Loja' },
      contactList: { id: listId, name: 'Clientes' },
      validContacts: 40,
      delivered: 13,
      mediaPath: null,
    },
  ]);
  expect((await service.ask(carla, list, { query: { searchParam: 'nada' } })).body).toMatchObject({ records: [], count: 0 });
});

test('attendants see none, nor does another company', async () => {
  expect((await service.ask(ana, list, { query: {} })).status).toBe(403);
  for (const route of [show, report])
    expect(await service.ask(zoe, route, { params: { id } })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_CAMPAIGN_FOUND' },
    });
});

test('the report counts how far messages have come; failed ones are in no other figure', async () => {
  expect((await service.ask(carla, report, { params: { id } })).body).toEqual({
    id,
    validContacts: 40,
    skipped: [{ reason: 'invalid', count: 5 }],
    confirmationsRequested: 25,
    confirmations: 20,
    sent: 17,
    delivered: 13,
    read: 5,
    answered: 1,
    failed: [{ reason: 'not-there', count: 3 }],
    unsure: 0,
    optedOut: 0,
  });
});

test('the recipients that were sent to come in pages, the latest first, each once', async () => {
  const { body: whole } = await service.ask(carla, show, { params: { id } });
  expect(whole.shipping).toHaveLength(20);
  expect(whole.shipping[0]).toMatchObject({
    id: recipients[24]!.recipientId,
    name: 'Cliente 24',
    confirmationRequestedAt: expect.any(String),
    confirmedAt: expect.any(String),
    deliveredAt: expect.any(String),
    readAt: expect.any(String),
    answeredAt: expect.any(String),
    state: null,
  });
  const first = (await service.ask(carla, shipping, { params: { id } })).body;
  expect(first.shipping).toEqual(whole.shipping);
  expect(first.hasMore).toBe(true);
  const { body: second } = await service.ask(carla, shipping, { params: { id }, query: { cursor: first.cursor! } });
  expect(second).toMatchObject({ hasMore: false, cursor: null });
  const ids = [...first.shipping, ...second.shipping].map((one) => one.id);
  expect([ids.length, new Set(ids).size]).toEqual([25, 25]);
  const failed = [...first.shipping, ...second.shipping].filter(({ state }) => state === 'failed');
  expect(failed).toHaveLength(3);
  expect(failed[0]).toMatchObject({ failure: 'not-there', sentAt: null, deliveredAt: null });
});

test('the file has a line for each recipient, none of which a spreadsheet executes', async () => {
  const answer = await service.ask(carla, reportFile, { params: { id }, query: { language: 'en' } });
  const [head, ...lines] = String(answer.body).trimEnd().split('\r\n');
  expect(head).toContain('name;number;result;reason');
  expect(lines).toHaveLength(COUNT);
  expect(lines[0]).toMatch(/^'=SOMA\(A1\);5511987600000;waits for confirmation;;2026-/);
  expect(lines.filter((line) => line.includes(';left out;invalid;'))).toHaveLength(5);
  expect(lines.filter((line) => line.includes(';not sent;not-there;'))).toHaveLength(3);
  expect(lines.filter((line) => line.includes(';read;'))).toHaveLength(5);
  expect(lines.filter((line) => line.includes(';waits;'))).toHaveLength(15);
});

test('settings that nobody has made are the specification’s', async () =>
  expect((await service.ask(carla, settings, {})).body).toEqual({
    messageInterval: 120,
    longerIntervalAfter: 60,
    greaterInterval: 180,
    variables: [],
  }));

test('the preview has the values of the first who gets it, or of who is named', async () => {
  const of = async (query: Record<string, string>) => (await service.ask(carla, preview, { query })).body;
  expect(await of({ contactListId: listId })).toEqual({
    recipient: { itemId: bia, name: 'Bia Souza', number: '5511980000002' },
    values: { nome: 'Bia Souza', primeiroNome: 'Bia', email: '', numero: '5511980000002' },
  });
  expect(await of({ itemId: off })).toMatchObject({ recipient: { name: 'Ana' } });
  expect(await of({})).toMatchObject({ recipient: null, values: { nome: '' } });
  expect((await service.ask(zoe, preview, { query: { contactListId: listId } })).body.recipient).toBeNull();
});
