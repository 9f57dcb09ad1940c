import { newId } from '@prosa/contracts';
import { company } from '../../company/companies/companies.decider.ts';
import { ask, eventually, joinPair, makeScene } from '../../testing/world.fixture.ts';
import { tokenHashOf } from '../connections/token-hash.ts';
import { messageRate } from './message-rate.ts';
import { messagesApiOf, newToken } from './messages-api.fixture.ts';

const { world, c1: service, c2: other } = await joinPair();
const { give, withToken, secondOf, send } = messagesApiOf(service);
afterAll(() => world.close());

test('only the current token of a connection is accepted: no other, none of a person, none of a deleted one', async () => {
  const { scene, token } = await withToken();
  const message = { number: '5511988880006', body: 'Oi' };
  const refused = { status: 401, body: { error: 'ERR_UNAUTHENTICATED' } };
  expect(await send(newToken(), message)).toMatchObject(refused);
  expect(await ask(service, 'POST /messages/send', { body: message })).toMatchObject(refused);
  expect(await send(scene.admin.token, message)).toMatchObject(refused);
  expect(await ask(service, `GET /messages/sent/${newId()}`, { token: scene.admin.token })).toMatchObject(refused);
  const next = newToken();
  await give(scene, next, other);
  expect((await send(next, message)).status).toBe(200);
  expect(await send(token, message)).toMatchObject(refused);
  const { connectionId: second, token: gone } = await secondOf(scene);
  expect((await send(gone, message)).status).toBe(200);
  await ask(service, `DELETE /whatsapp/${second}`, { token: scene.admin.token });
  expect(await send(gone, message)).toMatchObject(refused);
});

test('a token belongs to one connection of all companies, and has at least 16 characters', async () => {
  const { scene, token } = await withToken();
  const stranger = await makeScene(service);
  const inUse = { status: 400, body: { error: 'ERR_VALIDATION', fields: { token: 'in-use' } } };
  expect(await give(stranger, token)).toMatchObject(inUse);
  expect(
    await ask(service, 'POST /whatsapp', { token: stranger.admin.token, body: { name: 'Nova', channel: 'simulator', token } }),
  ).toMatchObject(inUse);
  expect((await send(token, { number: '5511988880007', body: 'Oi' })).status).toBe(200);
  expect(await give(scene, token)).toMatchObject({ status: 200 });
  expect(await give(stranger, 'a'.repeat(15))).toMatchObject({ status: 400, body: { fields: { token: 'Too Short!' } } });
  const short = newToken().slice(0, 16);
  expect(await give(stranger, short)).toMatchObject({ status: 200 });
  expect((await send(short, { number: '5511988880007', body: 'Oi' })).status).toBe(200);
  // Of two at once one wins.
  const [wanted, third] = [newToken(), await makeScene(service)];
  const both = await Promise.all([give(stranger, wanted), give(third, wanted, other)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  // What was given up is free once its claim is old.
  await give(scene, newToken());
  await service.deps.pool.query(`update command.api_token set at = now() - interval '61 seconds' where token_hash = $1`, [
    tokenHashOf(token),
  ]);
  expect(await give(third, token)).toMatchObject({ status: 200 });
});

test('a token that a connection got without a call is claimed by the reactor', async () => {
  const token = newToken();
  await makeScene(service, { tokenHash: tokenHashOf(token) });
  const { status } = await eventually(
    () => send(token, { number: '5511988880008', body: 'Oi' }),
    (answer) => answer.status === 200,
  );
  expect(status).toBe(200);
});

test('more than the burst is 429 with the time to wait, for that token alone, counted over all instances', async () => {
  const [busy, calm] = [await withToken(), await withToken()];
  const pair = [service, other];
  const answers = await Promise.all(
    Array.from({ length: 260 }, (_, n) => send(busy.token, { number: '1', body: 'x' }, undefined, pair[n % 2]!)),
  );
  // Those that are let through fail for their number; some are earned back meanwhile.
  expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(200);
  expect((await send(calm.token, { number: '5511988880009', body: 'Oi' })).status).toBe(200);
  const { rowCount } = await service.deps.pool.query(
    `update command.message_rate set free_at = now() + interval '13.5 seconds' where connection_id = $1`,
    [busy.scene.connectionId],
  );
  expect(rowCount).toBe(1);
  const { statusCode, headers, payload } = await other.app.inject({
    method: 'POST',
    url: '/api/messages/send',
    headers: { authorization: `Bearer ${busy.token}` },
    payload: { number: '1', body: 'x' },
  });
  expect([statusCode, headers['retry-after']]).toEqual([429, '4']);
  expect(JSON.parse(payload)).toMatchObject({ error: 'ERR_TOO_MANY_REQUESTS', details: { retryAfter: 4 } });
});

test('of calls at once those that fit go, and what was used is earned back in time', async () => {
  const { pool } = service.deps;
  const take = messageRate(pool, { perSecond: 1, burst: 3 });
  const [one, another] = [newId(), newId()];
  const many = await Promise.allSettled([one, one, another, one, one, one].map((id) => take(id)));
  expect(many.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, true, false, false]);
  await expect(take(one)).rejects.toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS', details: { retryAfter: 1 } });
  await pool.query(`update command.message_rate set free_at = free_at - interval '2.5 seconds' where connection_id = $1`, [one]);
  const later = await Promise.allSettled([take(one), take(one), take(one)]);
  expect(later.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false]);
});

test('a stopped company’s token is refused, and that of one whose subscription is over', async () => {
  const { scene, token } = await withToken();
  const change = (changes: object) =>
    service.deps.handle({
      decider: company,
      stream: `company-${scene.companyId}`,
      command: { do: 'change company', companyId: scene.companyId, changes } as never,
      missing: 'ERR_NO_COMPANY_FOUND',
      companyId: scene.companyId,
      commandId: newId(),
      actor: { kind: 'system', id: 'test' },
    });
  const message = { number: '5511988880013', body: 'Oi' };
  await change({ status: false });
  expect(await send(token, message)).toMatchObject({ status: 401, body: { error: 'ERR_COMPANY_STOPPED' } });
  await change({ status: true, dueDate: '2026-01-01T00:00:00.000Z' });
  expect(await send(token, message)).toMatchObject({ status: 401, body: { error: 'ERR_SUBSCRIPTION_EXPIRED' } });
});
