import type { ScheduleOwn } from '@prosa/contracts';
import { ask, openTicket, type Person, startPair } from '../../testing/world.fixture.ts';

const { world, c1: service, scene } = await startPair();
afterAll(() => world.close());
const { admin, ana, bruno } = scene;

type Body = Partial<{ body: string; contactId: string; sendAt: string }>;
type Answer = ScheduleOwn & { error: string };
const text = 'Seu pedido chega hoje';
const sendAt = new Date(Date.now() + 3_600_000).toISOString();
const call = (path: `${'POST' | 'PUT' | 'DELETE'} /${string}`, by: Person, body?: Body) =>
  ask<Answer>(service, path, { token: by.token, ...(body && { body }) });
const plan = (by: Person, contactId: string) => call('POST /schedules', by, { contactId, body: text, sendAt });
const contactOf = async (number: string): Promise<string> => {
  const { body } = await ask<{ id: string }>(service, 'POST /contacts', { token: ana.token, body: { name: 'Cliente', number } });
  return body.id;
};
/** A contact with an open ticket in a queue that only administrators see. */
const hidden = async (number: string): Promise<string> => {
  const contactId = await contactOf(number);
  const body = { contactId, queueId: scene.otherQueueId };
  expect((await ask(service, 'POST /tickets', { token: admin.token, body })).status).toBe(201);
  return contactId;
};
const forbidden = { status: 403, body: { error: 'ERR_NO_PERMISSION' } };

test('who does not see the contact’s unfinished ticket schedules nothing into it; who sees it does, as does an administrator', async () => {
  const contactId = await hidden('5511971120001');
  expect(await plan(bruno, contactId)).toMatchObject(forbidden);
  expect((await plan(admin, contactId)).status).toBe(201);
  const seen = await openTicket(service, scene, ana, '5511971120005');
  expect((await plan(bruno, seen.contactId)).status).toBe(201);
});

test('a schedule is not turned towards a contact whose ticket one does not see, and not changed once such a ticket is open', async () => {
  const free = await contactOf('5511971120002');
  const { body } = await plan(bruno, free);
  const taken = await hidden('5511971120003');
  expect(await call(`PUT /schedules/${body.id}`, bruno, { contactId: taken })).toMatchObject(forbidden);
  expect((await call(`PUT /schedules/${body.id}`, bruno, { body: 'Chega amanhã' })).status).toBe(200);
  await ask(service, 'POST /tickets', { token: admin.token, body: { contactId: free, queueId: scene.otherQueueId } });
  expect(await call(`PUT /schedules/${body.id}`, bruno, { body: 'Chega depois' })).toMatchObject(forbidden);
  // To take it back needs no sight: it writes nothing.
  expect((await call(`DELETE /schedules/${body.id}`, bruno)).status).toBe(200);
});

test('other people’s are changed, deleted and sent again by administrators alone, not by colleagues of the queue', async () => {
  const { body } = await plan(ana, await contactOf('5511971120004'));
  for (const [path, more] of [
    [`PUT /schedules/${body.id}`, { body: 'Outro texto' }],
    [`DELETE /schedules/${body.id}`, undefined],
    [`POST /schedules/${body.id}/retry`, undefined],
  ] as const)
    expect(await call(path, bruno, more)).toMatchObject(forbidden);
  expect(await call(`PUT /schedules/${body.id}`, admin, { body: 'Outro texto' })).toMatchObject({
    status: 200,
    body: { userId: ana.id },
  });
  expect((await call(`DELETE /schedules/${body.id}`, admin)).status).toBe(200);
});
