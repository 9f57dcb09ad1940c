import { ask, joinPair, makeScene, openTicket } from '../../testing/world.fixture.ts';

const { world, c1, c2, scene } = await joinPair();
afterAll(() => world.close());

test('a ticket is marked as unread with the answer of its siblings, once; whoever does not see it finds none', async () => {
  const { id } = await openTicket(c1, scene, scene.ana, '5511987659001');
  const mark = (of = c1, token = scene.ana.token) => ask(of, `PUT /tickets/${id}/unread`, { token });
  expect(await mark()).toMatchObject({ status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } });
  const said = await ask(c1, `POST /messages/${id}`, { token: scene.ana.token, body: { body: 'Olá' } });
  const marked = await mark();
  expect(marked).toMatchObject({
    status: 200,
    body: { id, status: 'open', userId: scene.ana.id, queueId: scene.queueId, tagIds: [] },
  });
  expect(await mark(c2)).toMatchObject({ status: 200, body: marked.body, position: marked.position });
  expect(await mark(c2, (await makeScene(c1)).admin.token)).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_TICKET_FOUND' },
  });
  const read = { token: scene.ana.token, body: { upTo: said.body.id } };
  expect((await ask(c2, `POST /tickets/${id}/read`, read)).status).toBe(200);
  await ask(c1, `PUT /tickets/${id}`, { token: scene.ana.token, body: { status: 'closed' } });
  expect(await mark()).toMatchObject({ status: 409, body: { error: 'ERR_TRANSITION' } });
});
