import { jest } from '@jest/globals';
import { conversationKey, conversationStream, type ScheduleOwn } from '@prosa/contracts';
import { ask, eventually, makeScene, outboundOf, startWorld } from '../../testing/world.fixture.ts';

const world = await startWorld();
const service = await world.instance();
const { store, pool } = service.deps;
const scene = await makeScene(service);
const sends = await outboundOf(service.bus, 'send');
afterAll(() => world.close());

test('to send a scheduled message, its contact and the conversation are read once each, by whatever sends it', async () => {
  const { token } = scene.ana;
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const { body: contact } = await ask<{ id: string }>(service, 'POST /contacts', {
    token,
    body: { name: 'Bia', number: '5511974442121' },
  });
  await ask<ScheduleOwn>(service, 'POST /schedules', { token, body: { contactId: contact.id, body: 'Chegou', sendAt } });
  const [load, read] = [jest.spyOn(store, 'load'), jest.spyOn(store, 'read')];
  await pool.query(`create or replace function command.timer_now() returns timestamptz language sql stable as
    $$ select statement_timestamp() + interval '2 hours' $$`);
  await eventually(
    () => sends,
    ({ length }) => length === 1,
  );
  const streams = [...load.mock.calls, ...read.mock.calls].map(([stream]) => stream);
  const conversation = conversationStream(conversationKey(scene.connectionId, contact.id));
  expect(streams.filter((stream) => stream === conversation || stream === `contact-${contact.id}`).sort()).toEqual(
    [conversation, `contact-${contact.id}`].sort(),
  );
});
