import { gatewayCalls } from '@prosa/contracts';
import { INTERNAL_SIGNATURE, internalCalls } from '@prosa/infra/runtime';
import { tokenSecret } from '../../testing/gateway.fixture.ts';
import { openWhatsAppWorld, type WhatsAppWorld } from '../../testing/whatsapp.fixture.ts';
import type { Phone } from '../../testing/whatsapp-peer/phone.ts';

let world: WhatsAppWorld;
let carla: Phone;
let id: string;
let url: string;
beforeAll(async () => {
  world = await openWhatsAppWorld();
  await world.gateway();
  ({ id } = await world.linked(world.peer.phone('5511900000001', 'Loja')));
  carla = world.peer.phone('5511987654321', 'Carla');
  // Another instance than the session's owner.
  ({ url } = await world.gateway());
});
afterEach(() => {
  world.peer.media.faults.status = null;
  expect(world.peer.problems).toEqual([]);
});
afterAll(() => world.close());

const pictureOf = async (identity = { kind: 'phone', value: carla.number }) => {
  const question = {
    kind: 'picture',
    companyId: world.companyId,
    channel: 'whatsapp',
    provider: 'beta',
    connectionId: id,
    identity,
  };
  const body = JSON.stringify(question);
  const signature = internalCalls(tokenSecret).sign('POST', gatewayCalls.ask, body);
  const headers = { 'content-type': 'application/json', [INTERNAL_SIGNATURE]: signature };
  const reply = await fetch(`${url}${gatewayCalls.ask}`, { method: 'POST', headers, body });
  return reply.ok ? ((await reply.json()) as { bytes: string | null }).bytes : reply.status;
};
const bytes = Buffer.from('the bytes of a picture');

test('C25: another instance than the owner downloads the picture that somebody shows, by number and by LID', async () => {
  carla.showsPicture(bytes);
  expect(await pictureOf()).toBe(bytes.toString('base64'));
  expect(await pictureOf({ kind: 'lid', value: `${carla.account.lid}@lid` })).toBe(bytes.toString('base64'));
  const { rows } = await world.pool.query('select from gateway.whatsapp_question');
  expect(rows).toEqual([]);
});

test('C25: who shows none has none, nor has whose picture is gone meanwhile; a server that is down tells nothing', async () => {
  carla.showsPicture(null);
  expect(await pictureOf()).toBeNull();
  carla.showsPicture(bytes);
  world.peer.media.faults.status = 404;
  expect(await pictureOf()).toBeNull();
  world.peer.media.faults.status = 500;
  expect(await pictureOf()).toBe(503);
});

test('C29: a picture at an address that is not WhatsApp’s is not asked for', async () => {
  for (const address of ['http://169.254.169.254/latest', 'https://example.org/a.jpg', 'https://x.whatsapp.net.example.org/']) {
    carla.account.picture = address;
    expect(await pictureOf()).toBeNull();
  }
});

test('C25: a picture that is too large is not taken', async () => {
  carla.showsPicture(Buffer.alloc(1024 * 1024 + 1));
  expect(await pictureOf()).toBe(503);
});
