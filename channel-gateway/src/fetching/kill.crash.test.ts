import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { childId, conversationKey, type Inbound, newId, type Outbound } from '@prosa/contracts';
import { drawn } from '../../../infra/testing/volume.ts';
import { customers } from '../testing/customers.fixture.ts';
import { openWorld, until, type World } from '../testing/gateway.fixture.ts';
import { gatewayProcesses } from '../testing/gateway-processes.fixture.ts';

let world: World;
const gateways = gatewayProcesses('./killed-gateway.process.ts');
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  gateways.killAll();
  await world.close();
});

const gatewayProcess = (killAt: string) => gateways.start(world, { KILL_AT: killAt });

/** Customers' files sent to a connection, as they are requested. */
const sentTo = async (url: string, connectionId: string, many: number) => {
  const files = Array.from({ length: many }, () => ({
    id: newId(),
    bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(200_000)]),
  }));
  for (const { id, bytes } of files) {
    const reply = await customers(url, connectionId).file(
      { mimetype: 'application/pdf', data: bytes.toString('base64') },
      { id },
    );
    expect(reply.status).toBe(202);
  }
  return Promise.all(
    files.map(async ({ id, bytes }) => {
      const said = await until('the message is published', () =>
        world.heard.find((one) => one.kind === 'message' && one.channelId === id),
      );
      const { media } = said as Extract<Inbound, { kind: 'message' }>;
      const conversation = conversationKey(connectionId, id);
      const fetch: Outbound = {
        kind: 'fetch',
        companyId: world.companyId,
        connectionId,
        conversation,
        messageId: childId(conversation, `in:${id}`),
        media: media!,
        attempt: 1,
        subjectId: newId(),
        position: '1',
        at: new Date().toISOString(),
      };
      return { fetch, bytes, mediaId: media!.mediaId };
    }),
  );
};
const ends = (messageId: string) =>
  world.heard.filter((said) => said.kind === 'media' && said.messageId === messageId) as Extract<Inbound, { kind: 'media' }>[];
const allKept = async (files: Awaited<ReturnType<typeof sentTo>>) => {
  for (const { fetch, bytes, mediaId } of files) {
    await until('its end is told', () => ends(fetch.messageId).length > 0, 40_000);
    expect(ends(fetch.messageId).map(({ reason, media }) => [reason, media?.bytes])).toEqual(
      ends(fetch.messageId).map(() => [null, bytes.length]),
    );
    expect((await world.kept(mediaId))?.equals(bytes)).toBe(true);
  }
};

test.each(drawn('killed when a file is', ['asked', 'half', 'kept', 'stored', 'reported']))(
  'killed when a file is %s: another gateway stores it completely, and reports it',
  async (place) => {
    const first = await world.gateway();
    const connectionId = await world.connection();
    const files = await sentTo(first.url, connectionId, 2);
    await first.close();
    const dying = await gatewayProcess(place);
    await world.send(files.map(({ fetch }) => fetch));
    await gateways.killed(world, dying);
    const next = await world.gateway();
    await allKept(files);
    await until('nothing is left to be told', async () => {
      const { rowCount } = await world.pool.query('select from gateway.inbound_fetch where connection_id = $1 and not told', [
        connectionId,
      ]);
      return rowCount === 0;
    });
    const { rows } = await world.pool.query<{ tries: number }>(
      'select tries from gateway.inbound_fetch where connection_id = $1',
      [connectionId],
    );
    for (const { tries } of rows) expect(tries).toBeLessThanOrEqual(2);
    await next.close();
  },
);

test('an owner that was stopped for longer than its lease deletes nothing when it continues', async () => {
  const first = await world.gateway();
  const connectionId = await world.connection();
  const files = await sentTo(first.url, connectionId, 12);
  await first.close();
  const stopped = await gatewayProcess('nowhere');
  await world.send(files.map(({ fetch }) => fetch));
  await until('some are on their way', async () => {
    const { rowCount } = await world.pool.query(
      `select from gateway.inbound_fetch where connection_id = $1 and state <> 'waiting'`,
      [connectionId],
    );
    return (rowCount ?? 0) > 0;
  });
  stopped.kill('SIGSTOP');
  const [next, other] = await Promise.all([world.gateway(), world.gateway()]);
  await allKept(files);
  stopped.kill('SIGCONT');
  const [after] = await sentTo(next.url, connectionId, 1);
  await world.send([after!.fetch]);
  await allKept([after!]);
  stopped.kill('SIGTERM');
  await once(stopped, 'exit');
  await allKept(files);
  await Promise.all([next.close(), other.close()]);
});
