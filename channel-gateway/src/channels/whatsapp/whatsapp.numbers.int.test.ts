import { jest } from '@jest/globals';
import { ASK_TIMEOUT_MS, gatewayCalls } from '@prosa/contracts';
import { INTERNAL_SIGNATURE, internalCalls } from '@prosa/infra/runtime';
import { tokenSecret, until } from '../../testing/gateway.fixture.ts';
import { openWhatsAppWorld, type WhatsAppWorld } from '../../testing/whatsapp.fixture.ts';

let world: WhatsAppWorld;
beforeEach(async () => {
  world = await openWhatsAppWorld();
});
afterEach(() => world.close());

const asked = async (url: string, connectionId: string, ...numbers: string[]) => {
  const question = { kind: 'numbers', companyId: world.companyId, channel: 'whatsapp', provider: 'beta', connectionId, numbers };
  const body = JSON.stringify(question);
  const signature = internalCalls(tokenSecret).sign('POST', gatewayCalls.ask, body);
  const headers = { 'content-type': 'application/json', [INTERNAL_SIGNATURE]: signature };
  const reply = await fetch(`${url}${gatewayCalls.ask}`, { method: 'POST', headers, body });
  return { status: reply.status, body: await reply.json() };
};

/** A caller that stops waiting gets its answer before the question is deleted. */
const questionIsGone = () =>
  until('the question is gone', async () => {
    const { rowCount } = await world.pool.query('select from gateway.whatsapp_question');
    return rowCount === 0;
  });

test('C7: another instance than the owner tells which numbers are on WhatsApp, as WhatsApp spells them', async () => {
  await world.gateway();
  const shop = world.peer.phone('5511900000001', 'Loja');
  const { id } = await world.linked(shop);
  const other = await world.gateway();
  world.peer.phone('5511987650001', 'Carla');
  // Without its ninth digit, as WhatsApp still knows older numbers.
  world.peer.phone('551187650002', 'Bruno');
  const answers = await Promise.all([
    asked(other.url, id, '+55 11 98765-0001', '5511955554444'),
    asked(other.url, id, '5511987650002'),
  ]);
  expect(answers).toEqual([
    {
      status: 200,
      body: {
        kind: 'numbers',
        numbers: [
          { asked: '+55 11 98765-0001', value: '5511987650001' },
          { asked: '5511955554444', value: null },
        ],
      },
    },
    { status: 200, body: { kind: 'numbers', numbers: [{ asked: '5511987650002', value: '551187650002' }] } },
  ]);
  const { rows } = await world.pool.query('select from gateway.whatsapp_question');
  expect(rows).toEqual([]);
});

test('C7: what WhatsApp does not tell the owner is no answer on any instance either, and asks again', async () => {
  await world.gateway();
  const { id } = await world.linked(world.peer.phone('5511900000001', 'Loja'));
  const other = await world.gateway();
  world.peer.phone('5511987650001', 'Carla');
  world.peer.faults.questions.usync = '500';
  expect((await asked(other.url, id, '5511987650001')).status).toBe(503);
  await questionIsGone();
  delete world.peer.faults.questions.usync;
  expect(await asked(other.url, id, '5511987650001')).toMatchObject({
    status: 200,
    body: { numbers: [{ asked: '5511987650001', value: '5511987650001' }] },
  });
});

test('C7: what the owner is never told is given up on another instance before the command side gives up, and does not stay', async () => {
  await world.gateway();
  const { id } = await world.linked(world.peer.phone('5511900000001', 'Loja'));
  const other = await world.gateway();
  world.peer.faults.questions.usync = 'never';
  const since = Date.now();
  const limits = jest.spyOn(AbortSignal, 'timeout');
  expect(await asked(other.url, id, '5511987650001')).toMatchObject({ status: 503, body: { error: 'ERR_BUSY' } });
  expect(Date.now() - since).toBeGreaterThan(ASK_TIMEOUT_MS - 1_000);
  // Long before Baileys' own minute.
  expect(limits).toHaveBeenCalledWith(ASK_TIMEOUT_MS - 500);
  limits.mockRestore();
  await questionIsGone();
});

test('C7: a session that is not connected answers nothing, and the question does not stay', async () => {
  const { url } = await world.gateway();
  const id = await world.connection({ channel: 'whatsapp', provider: 'beta', status: 'OPENING' });
  expect((await asked(url, id, '5511987650001')).status).toBe(503);
  await questionIsGone();
});
