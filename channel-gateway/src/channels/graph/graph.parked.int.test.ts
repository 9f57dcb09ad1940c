import { newId } from '@prosa/contracts';
import { until } from '../../testing/gateway.fixture.ts';
import { type GraphWorld, openGraphWorld } from '../../testing/graph.fixture.ts';
import { messagingBody, pageOf, whatsAppBody } from '../../testing/graph-stand-in/bodies.ts';
import type { Parked } from './graph.parked.ts';

let world: GraphWorld;
let first: { close: () => Promise<unknown> };
beforeAll(async () => {
  world = await openGraphWorld();
  first = await world.gateway();
});
afterAll(() => world.close());

const rowsOf = async (id: string) => {
  const { rows } = await world.pool.query<{ id: string; sealed: Buffer }>(
    'select id::text, sealed from gateway.graph_parked where connection_id = $1 order by graph_parked.id',
    [id],
  );
  return rows;
};
/** Makes parked webhooks readable, as they are for a later release: changes their form to one that this release knows. */
const becomesReadable = async (id: string, change: (text: string) => string): Promise<Parked[]> => {
  const vault = world.vaultOf(id);
  const parked: Parked[] = [];
  for (const row of await rowsOf(id)) {
    const text = String(await vault.open(row.sealed, 'parked webhook'));
    parked.push(JSON.parse(text) as Parked);
    const sealed = await vault.seal(change(text), 'parked webhook');
    await world.pool.query('update gateway.graph_parked set sealed = $2 where id = $1', [row.id, sealed]);
  }
  return parked;
};
const hologram = (text: string, from: string | null = '5511987654321') => ({
  ...(from !== null && { from }),
  id: `wamid.${newId()}`,
  timestamp: '1697043223',
  type: 'hologram',
  hologram: { body: text },
});

test('C13: what no release could read is read again by a later one: a line is filled, what nobody heard of is told', async () => {
  const number = world.graph.number();
  const page = world.graph.page('Padaria');
  const cloud = await world.connect(world.cloud(number));
  const facebook = await world.connect({
    channel: 'facebook',
    externalId: page.id,
    secrets: { accessToken: page.token, pageId: page.id },
  });
  const [shown, unheard, strange] = [hologram('Agora se lê'), hologram('De ninguém', null), hologram('Ainda não')];
  const person = world.graph.person('700000000000001', 'Carla Souza');
  const bodies = [
    whatsAppBody(number, { contacts: [{ profile: { name: 'Bia' }, wa_id: '5511987654321' }], messages: [shown] }),
    whatsAppBody(number, { messages: [unheard] }),
    whatsAppBody(number, { messages: [strange] }),
    messagingBody(pageOf(page), { from: person, to: page.id, message: { mid: 'm_parked', is_unsupported: true } }),
  ];
  for (const body of bodies) expect((await world.graph.webhooks.post(JSON.stringify(body))).status).toBe(200);
  await until('the lines are told', () => world.received(cloud).length === 2 && world.received(facebook).length === 1);
  expect([...world.received(cloud), ...world.received(facebook)].map(({ line }) => line)).toEqual(Array(3).fill('unsupported'));

  await first.close();
  // The last one stays what nobody knows.
  const known = await becomesReadable(cloud, (text) => {
    if (text.includes('Ainda não')) return text;
    const parsed = text.replaceAll('"hologram"', '"text"');
    return text.includes('De ninguém') ? parsed.replace('"id":"wamid', '"from":"5511987650009","id":"wamid') : parsed;
  });
  expect(known.map(({ isReported }) => isReported)).toEqual([true, false, true]);
  await becomesReadable(facebook, (text) => text.replace('"is_unsupported":true', '"text":"Agora também"'));
  const before = world.heard.length;
  await world.gateway();
  const again = () => world.heard.slice(before).filter(({ kind }) => kind === 'message');
  await until('they are told', () => again().length === 3);
  await until('they are kept no more', async () => (await rowsOf(facebook)).length === 0 && (await rowsOf(cloud)).length === 1);
  const told = (body: string) => again().find((one) => 'body' in one && one.body === body);
  expect(told('Agora se lê')).toMatchObject({ connectionId: cloud, channelId: shown.id, name: 'Bia', again: true });
  expect(told('Agora também')).toMatchObject({ connectionId: facebook, channelId: 'm_parked', again: true });
  expect(told('De ninguém')).toMatchObject({ channelId: unheard.id, identities: [{ kind: 'phone', value: '5511987650009' }] });
  expect(told('De ninguém')).not.toHaveProperty('again');
});
