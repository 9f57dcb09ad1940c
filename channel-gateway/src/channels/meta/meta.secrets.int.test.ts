import { seekInPostgres } from '../../../../infra/testing/seek.ts';
import { openGraphWorld } from '../../testing/graph.fixture.ts';

test('C6: tokens and secrets of all channels of Meta are nowhere in the database, and so on no bus, but sealed', async () => {
  const world = await openGraphWorld();
  await world.gateway();
  const number = world.graph.number();
  const [page, instagram] = [world.graph.page(), world.graph.page('Loja', true)];
  const appSecret = 'a secret of an app of their own';
  const cloud = world.cloud(number);
  const connected = await Promise.all([
    world.connect({ ...cloud, secrets: { ...cloud.secrets, appSecret } }),
    world.connect({ channel: 'facebook', externalId: page.id, secrets: { accessToken: page.token } }),
    world.connect({ channel: 'instagram', externalId: instagram.instagram!.id, secrets: { accessToken: instagram.token } }),
  ]);
  const ana = world.attendant(connected[0], '5511987654321');
  const message = ana.message('Oi');
  await world.send([message]);
  await world.isTaken(message);
  const { appSecret: ours, verifyToken } = { appSecret: world.graph.app.secret, verifyToken: world.graph.app.verifyToken };
  const sought = { number: number.token, page: page.token, instagram: instagram.token, appSecret, ours, verifyToken };
  expect(await seekInPostgres(world.pool, sought)).toEqual([]);
  // A value that is not secret is found.
  expect(await seekInPostgres(world.pool, { account: number.id })).not.toEqual([]);
  await world.close();
});
