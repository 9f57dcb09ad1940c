import { newId, sampleIdentity, sampleNames } from '@prosa/contracts';
import { openWorld, until, type World, writer } from '../../testing/gateway.fixture.ts';
import type { Tools } from '../provider.port.ts';
import { sampleProvider } from './sample.provider.ts';
import { OPENING, sampleScript } from './sample.script.ts';
import { simulatorProvider } from './simulator.provider.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const start = () => world.gateway({ providers: (tools: Tools) => [simulatorProvider(tools), sampleProvider(tools)] });
const writtenBy = (id: string) =>
  world.heard.flatMap((told) => (told.kind === 'message' && told.connectionId === id ? [told] : []));
const bodiesOf = (id: string) => writtenBy(id).map(({ body }) => body);
/** Sends what a person writes, and waits until the channel has taken it. */
const send = async (message: ReturnType<ReturnType<typeof writer>['message']>) => {
  await world.send([message]);
  await until('it is taken', () => world.outcomesOf(message.messageId).includes('taken'));
};

test('the scripts are as long in each language, and nothing in them is empty', () => {
  const lengths = Object.values(sampleScript).map((lines) => lines.filter((line) => line.trim() !== '').length);
  expect(lengths).toEqual(lengths.map(() => sampleScript.pt.length));
  expect(sampleScript.pt.length).toBeGreaterThan(OPENING);
});

test('the test customer begins by themselves, in the language of their connection, and answers each answer of a person until their words are over', async () => {
  const first = await start();
  const id = await world.connection({ channel: 'sample', provider: 'es' });
  const { es } = sampleScript;
  const ana = writer(world.companyId, id, sampleIdentity(id).value);
  await until('they have begun', () => bodiesOf(id).length === OPENING);
  expect(writtenBy(id)[0]).toMatchObject({
    channel: 'sample',
    identities: [sampleIdentity(id)],
    name: sampleNames.es,
    channelId: 'sample:0',
    body: es[0],
  });

  // What nobody of the team wrote is no answer.
  await send(ana.message('Bienvenido', { priority: 'automatic' }));
  await send(ana.message('Sí, hasta las 14 h'));
  await until('they answer', () => bodiesOf(id).length === OPENING + 1);

  // The next owner goes on where this one was.
  await first.close();
  await start();
  for (let nth = OPENING + 1; nth < es.length; nth += 1) {
    await send(ana.message(`respuesta ${nth}`));
    await until('they answer again', () => bodiesOf(id).length === nth + 1);
  }
  await send(ana.message('¿Algo más?'));
  const { rows } = await world.pool.query('select nth, said from gateway.sample_line where connection_id = $1 order by nth', [
    id,
  ]);
  expect(rows).toEqual(es.map((_, nth) => ({ nth, said: true })));
  expect(bodiesOf(id)).toEqual(es);
});

test('an answer that is sent again is answered once; a line whose report was not noted is reported again under its own id', async () => {
  const first = await start();
  const id = await world.connection({ channel: 'sample', provider: 'pt' });
  const ana = writer(world.companyId, id, sampleIdentity(id).value);
  await until('they have begun', () => bodiesOf(id).length === OPENING);
  const answer = ana.message('Sim');
  await send(answer);
  await until('they answer', () => bodiesOf(id).length === OPENING + 1);
  await first.close();
  // As a process leaves it that dies between the two.
  await world.pool.query('update gateway.sample_line set said = false where connection_id = $1 and nth = $2', [id, OPENING]);
  await world.pool.query(`update gateway.outbox set state = 'waiting', told = false, body = 'Sim' where message_id = $1`, [
    answer.messageId,
  ]);
  await start();
  await until('it is told again', () => bodiesOf(id).length === OPENING + 2);
  await until('the send is repeated', () => world.outcomesOf(answer.messageId).length > 1);
  expect(writtenBy(id).map(({ channelId }) => channelId)).toEqual(['sample:0', 'sample:1', 'sample:2', 'sample:2']);
  const { rows } = await world.pool.query('select count(*)::int as count from gateway.sample_line where connection_id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ count: OPENING + 1 }]);
});

test('the customer of a connection that is deleted writes no more', async () => {
  await start();
  const gone = await world.connection({ channel: 'sample', provider: 'pt', deleted: true });
  const id = await world.connection({ channel: 'sample', provider: 'xx', connectionId: newId() });
  await until('another one writes, in Portuguese', () => bodiesOf(id).length === OPENING);
  expect(bodiesOf(id)).toEqual(sampleScript.pt.slice(0, OPENING));
  expect(bodiesOf(gone)).toEqual([]);
});
