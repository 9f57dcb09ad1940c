import { type ContactView, conversationKey, conversationStream, type GatewayAnswer, newId } from '@prosa/contracts';
import sharp from 'sharp';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import { connect } from '../../desk/messages/channel-scene.fixture.ts';
import { deleteErased } from '../../media/erased.ts';
import { startGateway } from '../../testing/gateway.fixture.ts';
import { ask, eventually, makeScene, type Scene, startWorld, wrote } from '../../testing/world.fixture.ts';
import { createClaims } from './claims.ts';
import { createFindContact } from './resolve-contact.ts';

const gateway = await startGateway();
const world = await startWorld();
gateway.tokenSecret = world.tokenSecret;
const service = await world.instance({ gatewayUrl: gateway.url });
const { deps } = service;
const inbound = createInbound(deps);
const findContact = createFindContact({ ...deps, claims: createClaims(deps) });
let shop: Scene;
beforeAll(async () => {
  shop = await makeScene(service, { channel: 'whatsapp', provider: 'beta' });
  await connect(service, shop);
});
beforeEach(() => {
  gateway.asked = [];
  gateway.answer = () => null;
});
afterAll(async () => {
  await world.close();
  await gateway.close();
});

const picture = async (background: string): Promise<GatewayAnswer> => {
  const drawn = await sharp({ create: { width: 96, height: 96, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { kind: 'picture', bytes: drawn.toString('base64') };
};
let customers = 0;
const somebody = () => {
  customers += 1;
  return `55119400${10_000 + customers}`;
};
const writes = async (number: string, scene = shop, channel: 'whatsapp' | 'simulator' = 'whatsapp') => {
  const identities = [{ kind: 'phone' as const, value: number }];
  await inbound(wrote(scene, number, 'Oi', { channel, identities }));
  return (await findContact(scene.companyId, identities))!;
};
const picturesOf = async (contactId: string) =>
  (await deps.store.load(`contact-${contactId}`)).flatMap(({ type, data }) =>
    type === 'ContactPictureChanged' ? [data as { mediaId: string | null; replaces: string | null }] : [],
  );
const changes = (contactId: string, count: number) =>
  eventually(
    () => picturesOf(contactId),
    (all) => all.length === count,
  );
/** How long ago the channel was asked for it, in days. */
const askedAt = async (contactId: string): Promise<number | null> => {
  const { rows } = await deps.pool.query<{ days: number }>(
    'select extract(epoch from now() - at)::float8 / 86400 as days from command.contact_picture where contact_id = $1',
    [contactId],
  );
  return rows[0] ? Math.round(rows[0].days) : null;
};
test('C25: a contact’s picture is fetched at the first ticket, kept small and sealed with the contact’s key, and asked for once', async () => {
  const answer = await picture('#aa3311');
  gateway.answer = () => answer;
  const number = somebody();
  const contactId = await writes(number);
  const mediaId = (await changes(contactId, 1))[0]!.mediaId!;
  expect(gateway.asked).toMatchObject([
    { kind: 'picture', connectionId: shop.connectionId, identity: { kind: 'phone', value: number } },
  ]);
  const file = (await deps.vault.open(mediaId))!;
  expect(file.owner).toEqual({ subjectId: contactId, companyId: shop.companyId });
  expect(file.facts).toMatchObject({ kind: 'image', mime: 'image/webp', width: 256, height: 256 });
  await eventually(
    () => askedAt(contactId),
    (days) => days === 0,
  );
  await writes(number);
  const { body } = await ask<ContactView>(service, `PUT /contacts/${contactId}`, {
    token: shop.admin.token,
    body: { name: 'Carla' },
  });
  expect(body.profilePicUrl).toMatch(new RegExp(`^/api/media/${mediaId}/`));
  expect(gateway.asked).toHaveLength(1);
});

test('C25: who shows none has none; a channel that is silent is asked again after a day; a channel without pictures never', async () => {
  gateway.answer = () => ({ kind: 'picture', bytes: null });
  const plain = await writes(somebody());
  await eventually(
    () => askedAt(plain),
    (days) => days === 0,
  );
  gateway.answer = () => null;
  const silent = await writes(somebody());
  await eventually(
    () => askedAt(silent),
    (days) => days === 29,
  );
  gateway.answer = () => ({ kind: 'picture', bytes: Buffer.from('no picture at all').toString('base64') });
  const broken = await writes(somebody());
  await eventually(
    () => askedAt(broken),
    (days) => days === 29,
  );
  expect(await Promise.all([plain, silent, broken].map(picturesOf))).toEqual([[], [], []]);
  const before = gateway.asked.length;
  const cloud = await makeScene(service, { channel: 'whatsapp', provider: 'cloud' });
  const unknown = await writes(somebody(), cloud);
  const after = await writes(somebody());
  await eventually(
    () => askedAt(after),
    (days) => days !== null,
  );
  expect(await askedAt(unknown)).toBeNull();
  expect(gateway.asked.length - before).toBeLessThanOrEqual(1);
});

test('C25: a deleted or forgotten contact leaves no picture', async () => {
  const answer = await picture('#11aa33');
  gateway.answer = () => answer;
  const [deleted, forgotten] = [await writes(somebody()), await writes(somebody())];
  const idOf = async (contactId: string) => (await changes(contactId, 1))[0]!.mediaId!;
  const [one, other] = [await idOf(deleted), await idOf(forgotten)];
  const facts = await deps.store.load(conversationStream(conversationKey(shop.connectionId, deleted)));
  const { ticketId } = facts.find(({ type }) => type === 'TicketOpened')!.data as { ticketId: string };
  for (const status of ['open', 'closed'])
    await ask(service, `PUT /tickets/${ticketId}`, { token: shop.admin.token, body: { status, userId: shop.admin.id } });
  expect((await ask(service, `DELETE /contacts/${deleted}`, { token: shop.admin.token, key: newId() })).status).toBe(200);
  expect(await picturesOf(deleted)).toEqual([
    { contactId: deleted, mediaId: one, replaces: null },
    { contactId: deleted, mediaId: null, replaces: one },
  ]);
  await eventually(
    () => deps.vault.open(one),
    (file) => file === null,
  );
  await deps.keys.destroy(forgotten);
  await deleteErased(deps);
  expect(await deps.vault.open(other).catch(() => null)).toBeNull();
});
