import type { Provider } from '../channels/provider.port.ts';
import { openWorld, until, type World, writer } from '../testing/gateway.fixture.ts';

/** A channel that cannot tell a repeated send from a new one, and prepares files. */
let isReady = false;
const [prepared, sent]: string[][] = [[], []];
const provider: Provider = {
  channel: 'facebook',
  provider: null,
  identities: ['psid'],
  again: 'unsure',
  start: () => ({
    ready: () => isReady,
    prepare: async ({ messageId }) => {
      prepared!.push(messageId);
      return 'uploaded';
    },
    send: async (message) => {
      sent!.push(`${message.messageId} ${message.prepared}`);
      return { channelId: `fb-${message.messageId}` };
    },
    stop: async () => undefined,
  }),
};

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
const start = () => world.gateway({ providers: () => [provider] });

test('C22, C29: what a dead owner left handed over is taken if proven, prepared again if it was not sent yet, else unsure', async () => {
  isReady = false;
  const first = await start();
  const connectionId = await world.connection({ channel: 'facebook' });
  const write = (number: string, more: object = {}) => writer(world.companyId, connectionId, number).message('Oi', more);
  const file = {
    mediaId: '0197a3a5-3b1e-7000-8000-000000000001',
    kind: 'image',
    mime: 'image/png',
    bytes: 1,
    name: null,
    caption: '',
  };
  const [proven, unclear] = [write('5511987654321'), write('5511987654322')];
  const [uploading, uploaded] = ['5511987654323', '5511987654324'].map((number) => write(number, { body: null, media: file }));
  const all = [proven, unclear, uploading!, uploaded!];
  await world.send(all);
  await until('they wait', async () => {
    const { rowCount } = await world.pool.query('select from gateway.outbox where connection_id = $1', [connectionId]);
    return rowCount === all.length;
  });
  await first.close();
  // As an owner leaves them that is killed.
  await world.pool.query(`update gateway.outbox set state = 'handed', epoch = 0, tries = 1 where connection_id = $1`, [
    connectionId,
  ]);
  await world.pool.query(`update gateway.outbox set channel_id = 'fb-proof' where message_id = $1`, [proven.messageId]);
  await world.pool.query(`update gateway.outbox set prepared = 'uploaded' where message_id = $1`, [uploaded!.messageId]);
  isReady = true;
  await start();
  await until('all have ended', () => all.every(({ messageId }) => world.outcomesOf(messageId).length > 0));
  expect(all.map(({ messageId }) => world.outcomesOf(messageId))).toEqual([['taken'], ['unsure'], ['taken'], ['unsure']]);
  expect(prepared).toEqual([uploading!.messageId]);
  expect(sent).toEqual([`${uploading!.messageId} uploaded`]);
});
