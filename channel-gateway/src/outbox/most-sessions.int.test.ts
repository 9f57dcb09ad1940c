import { createChannelGateway } from '../app.ts';
import { openWorld, silent, until } from '../testing/gateway.fixture.ts';
import { pairingProvider } from '../testing/pairing.provider.ts';

test('C3: a gateway holds as many sessions as PROSA_GATEWAY_SESSIONS says, others the rest, and no more when one of them ends', async () => {
  const world = await openWorld();
  const paired = pairingProvider();
  const start = async (most: number) => {
    const gateway = createChannelGateway(
      { ...world.config(), PROSA_GATEWAY_SESSIONS: most },
      { log: silent, providers: (tools) => [paired.make(tools)], owners: { ttlMs: 6_000, renewMs: 300 } },
    );
    const { url } = await gateway.start();
    /** How many sessions it has figures of. */
    const holds = async () => {
      const told = await (await fetch(`${url}/metrics`)).text();
      return told.match(/^session_connected\{/gm)?.length ?? 0;
    };
    return { close: gateway.close, holds };
  };
  const first = await start(2);
  for (let nth = 0; nth < 4; nth += 1) await world.connection({ channel: 'whatsapp', provider: 'pairing' });
  await until('it holds two', async () => (await first.holds()) === 2);
  const second = await start(1);
  await until('the other one holds one', async () => (await second.holds()) === 1);
  const third = await start(200);
  await until('the third one holds the rest', async () => (await third.holds()) === 1);
  expect([await first.holds(), await second.holds()]).toEqual([2, 1]);
  await third.close();
  await first.close();
  const fourth = await start(200);
  await until('the fourth one holds all that are free', async () => (await fourth.holds()) === 3);
  expect(await second.holds()).toBe(1);
  await Promise.all([second.close(), fourth.close()]);
  await world.close();
});
