import { newId } from '@prosa/contracts';
import { until } from '../../testing/gateway.fixture.ts';
import { type GraphWorld, openGraphWorld } from '../../testing/graph.fixture.ts';
import { whatsAppBody } from '../../testing/graph-stand-in/bodies.ts';

let world: GraphWorld;
beforeAll(async () => {
  world = await openGraphWorld();
  await world.gateway();
});
afterAll(() => world.close());

const from = '5511987654321';
const contacts = [{ profile: { name: 'Bia' }, wa_id: from }];
const text = (body: string, more: object = {}) => ({
  from,
  id: `wamid.${newId()}`,
  timestamp: '1697043223',
  type: 'text',
  text: { body },
  ...more,
});
const parkedOf = async (id: string): Promise<string[]> => {
  const { rows } = await world.pool.query<{ sealed: Buffer }>(
    'select sealed from gateway.graph_parked where connection_id = $1 order by graph_parked.id',
    [id],
  );
  return Promise.all(rows.map(async ({ sealed }) => String(await world.vaultOf(id).open(sealed, 'parked webhook'))));
};
const texts = (id: string) => world.received(id).map(({ body }) => body);

test('what cannot be read in a webhook of WhatsApp is parked alone: everything beside it comes', async () => {
  const number = world.graph.number();
  const id = await world.connect(world.cloud(number));
  const group = text('in a group', { group_id: 'G1' });
  const nobody = text('of nobody', { id: undefined });
  const [change] = (
    whatsAppBody(number, {
      contacts,
      messages: [text('one'), group, text('two'), nobody, null, text('three'), text('o\0dd')],
    }) as {
      entry: { changes: object[] }[];
    }
  ).entry.map(({ changes }) => changes[0]!);
  const other = { field: 'messages', value: { metadata: { phone_number_id: number.id }, contacts, messages: [text('four')] } };
  const body = {
    object: 'whatsapp_business_account',
    entry: [null, { id: number.wabaId, changes: [null, change, 7, other] }, { id: number.wabaId, changes: [other] }],
  };
  expect((await world.graph.webhooks.post(JSON.stringify(body))).status).toBe(200);
  await until('they come', () => texts(id).includes('odd') && texts(id).includes('four'));
  expect(texts(id).filter((body) => body !== 'four')).toEqual(['one', 'two', 'three', 'odd']);
  const parked = await parkedOf(id);
  expect(parked).toHaveLength(3);
  expect(parked.filter((one) => one.includes('in a group'))).toHaveLength(1);
  expect(parked.filter((one) => one.includes('"one"'))).toEqual([]);
});

test.each(['facebook', 'instagram'] as const)('what has no sender is parked alone on %s', async (channel) => {
  const page = world.graph.page('Padaria', true);
  const externalId = channel === 'facebook' ? page.id : page.instagram!.id;
  const id = await world.connect({ channel, externalId, secrets: { accessToken: page.token, pageId: page.id } });
  const person = world.graph.person('700000000000009', 'Carla Souza');
  const written = (nth: number) => ({
    sender: { id: person },
    recipient: { id: externalId },
    timestamp: Date.now(),
    message: { mid: `m_${channel}_${nth}`, text: `n${nth}` },
  });
  const optin = { recipient: { id: externalId }, timestamp: Date.now(), optin: { ref: 'x', user_ref: 'y' } };
  const messaging = [written(0), written(1), optin, written(2), null, written(3), written(4), written(5)];
  const body = { object: channel === 'facebook' ? 'page' : 'instagram', entry: [{ id: externalId, time: 1, messaging }] };
  expect((await world.graph.webhooks.post(JSON.stringify(body))).status).toBe(200);
  await until('they come', () => texts(id).length === 6);
  expect(texts(id)).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'n5']);
  expect((await parkedOf(id)).map((one) => one.includes('user_ref'))).toEqual([true, false]);
});
