import type { Outbound } from '@prosa/contracts';
import { until } from '../../testing/gateway.fixture.ts';
import { type GraphWorld, openGraphWorld } from '../../testing/graph.fixture.ts';
import { instagramOf, messagingBody, pageOf } from '../../testing/graph-stand-in/bodies.ts';
import { calmHabits } from '../../testing/graph-stand-in/model.ts';

type Send = Extract<Outbound, { kind: 'send' }>;
type Channel = 'facebook' | 'instagram';

let world: GraphWorld;
beforeAll(async () => {
  world = await openGraphWorld();
  await world.gateway();
});
afterEach(() => {
  Object.assign(world.graph.habits, calmHabits);
  expect(world.graph.problems.splice(0)).toEqual([]);
});
afterAll(() => world.close());

let people = 0;
const opened = async (channel: Channel) => {
  const page = world.graph.page('Loja', channel === 'instagram');
  const account = channel === 'facebook' ? page.id : page.instagram!.id;
  const id = await world.connect({ channel, externalId: account, secrets: { accessToken: page.token } });
  people += 1;
  const person = world.graph.person(`7000000000${people}`, 'Carla Souza', channel);
  const to = { kind: channel === 'facebook' ? ('psid' as const) : ('igsid' as const), value: `${account}/${person}` };
  const ana = world.attendant(id);
  return {
    page,
    account,
    id,
    person,
    say: (body: string, more: Partial<Send> = {}) => ana.message(body, { to, ...more }),
    reads: (channelIds: string[], position: string) => ana.reads(channelIds, position, to),
    sent: () => world.acceptedOf(account),
  };
};
const textsOf = (sent: { body: Record<string, unknown> }[]) => sent.map(({ body }) => (body.message as { text?: string }).text);
const CHANNELS = ['facebook', 'instagram'] as const;

test.each(CHANNELS)('C25: %s tells the picture of a profile, from Meta’s servers only, and who has none', async (channel) => {
  const { id, account } = await opened(channel);
  const kind = channel === 'facebook' ? ('psid' as const) : ('igsid' as const);
  const pictureOf = async (person: string, picture: string | null) => {
    world.graph.person(person, 'Carla Souza', channel, picture);
    const identity = { kind, value: `${account}/${person}` };
    const { status, body } = await world.ask(channel, { kind: 'picture', connectionId: id, identity });
    return status === 200 ? body.bytes : status;
  };
  const file = world.graph.keepFile(Buffer.from('a picture'), 'image/jpeg', 'a.jpg', '');
  expect(await pictureOf('81', `${world.graph.url}/files/${file.id}`)).toBe(Buffer.from('a picture').toString('base64'));
  expect(await pictureOf('82', null)).toBeNull();
  expect(await pictureOf('83', `${world.graph.url}/files/404`)).toBeNull();
  expect(await pictureOf('84', 'http://169.254.169.254/latest')).toBe(503);
});

test.each(CHANNELS)('C19: %s: messages leave in order, Messenger’s with our id', async (channel) => {
  const { say, sent, id, page } = await opened(channel);
  const messages = ['Um', 'Dois', 'Três'].map((text) => say(text));
  await world.send(messages);
  for (const message of messages) await world.isTaken(message);
  expect(textsOf(sent())).toEqual(['Um', 'Dois', 'Três']);
  expect(sent().map(({ ours }) => ours)).toEqual(messages.map(({ messageId }) => (channel === 'facebook' ? messageId : null)));
  expect((await world.stateOf(id))?.account).toBe(channel === 'facebook' ? page.name : '@loja');
});

test.each(CHANNELS)('C24: %s: the person is told that it was seen', async (channel) => {
  const { account, person, reads } = await opened(channel);
  await world.send([reads(['m_1', 'm_2'], '2')]);
  const told = () => world.graph.seen.filter((one) => one.account === account);
  await until('it is told', () => told().length > 0);
  expect(told()).toEqual([{ account, of: person }]);
});

test.each(CHANNELS)('%s: choices go as quick replies below the last part of the text', async (channel) => {
  const { say, sent } = await opened(channel);
  const choices = [
    { id: 'a', title: 'Preços' },
    { id: 'b', title: 'Segunda via do boleto' },
  ];
  const message = say('Escolha. '.repeat(230).trim(), { choices: { as: 'button', choices } });
  await world.send([message]);
  await world.isTaken(message);
  const replies = sent().map(({ body }) => (body.message as { quick_replies?: object[] }).quick_replies);
  expect(replies.slice(0, -1).every((one) => one === undefined)).toBe(true);
  expect(replies.length).toBeGreaterThan(1);
  expect(replies.at(-1)).toEqual([
    { content_type: 'text', title: 'Preços', payload: 'a' },
    { content_type: 'text', title: 'Segunda via do bole…', payload: 'b' },
  ]);
});

test.each([
  ['facebook', 10, 2018278, 'window'],
  ['facebook', 551, undefined, 'not-there'],
  ['facebook', 100, 2018001, 'not-there'],
  ['facebook', 10, 1893063, 'restricted'],
  ['instagram', 100, 2534014, 'refused'],
] as const)('C22: %s: error %s/%s is told as %s', async (channel, code, subcode, reason) => {
  const { say, sent } = await opened(channel);
  world.graph.next('messages', { error: { code, ...(subcode && { subcode }) } });
  const [refused, next] = [say('Não', { priority: 'automatic' }), say('Sim')];
  await world.send([refused, next]);
  expect(await world.failureOf(refused)).toBe(reason);
  await world.isTaken(next);
  expect(textsOf(sent())).toEqual(['Sim']);
});

test.each([1200, 4, 32, 613])('C22: error %s means later: the message is sent then', async (code) => {
  const { say, sent } = await opened('facebook');
  world.graph.next('messages', { error: { code } });
  const message = say('Já vai');
  await world.send([message]);
  await world.isTaken(message);
  expect(sent()).toHaveLength(1);
});

test.each(CHANNELS)(
  'C31: %s: after the customer’s hours a person’s message goes with the tag, an automatic one does not',
  async (channel) => {
    const { say, sent, account, person } = await opened(channel);
    world.graph.closed.add(`${account}/${person}`);
    const [automatic, person_] = [say('Automática', { priority: 'automatic' }), say('De gente')];
    await world.send([automatic, person_]);
    expect(await world.failureOf(automatic)).toBe('window');
    await world.isTaken(person_);
    expect(sent().map(({ body }) => [body.messaging_type, body.tag])).toEqual([['MESSAGE_TAG', 'HUMAN_AGENT']]);
  },
);

test('C31: an app without the permission for the tag is told of the window', async () => {
  const { say } = await opened('facebook');
  world.graph.next('messages', { error: { code: 10, subcode: 2018278 } }, { error: { code: 100, subcode: 2018199 } });
  const message = say('Sem permissão');
  await world.send([message]);
  expect(await world.failureOf(message)).toBe('window');
});

test.each(CHANNELS)('C32: %s: a lost answer is settled by the echo: one message, one outcome', async (channel) => {
  const { say, sent, id } = await opened(channel);
  Object.assign(world.graph.habits, { echoes: true, lateMs: 300, double: 1 });
  world.graph.next('messages', { cut: 'after' });
  const [message, next] = [say('Chegou?'), say('E esta?')];
  await world.send([message]);
  await until('it is unsure', () => world.outcomesOf(message.messageId).includes('unsure'));
  await world.isTaken(message);
  await world.send([next]);
  await world.isTaken(next);
  await world.graph.webhooks.idle();
  expect(textsOf(sent())).toEqual(['Chegou?', 'E esta?']);
  const { rows } = await world.pool.query('select channel_id as id from gateway.outbox where message_id = $1', [
    message.messageId,
  ]);
  expect(rows).toEqual([{ id: sent()[0]!.id }]);
  expect(world.told(id, 'mirrored')).toEqual([]);
});

test('C32: an echo that is delivered twice at once, while the answer is awaited, makes no second message', async () => {
  const { say, sent, id } = await opened('instagram');
  Object.assign(world.graph.habits, { echoes: true, lateMs: 300, double: 1 });
  world.graph.next('messages', { cut: 'after', thenMs: 3_000 });
  const message = say('Duas vezes');
  await world.send([message]);
  await until('it has left', () => sent().length === 1);
  // Both have looked whose message it is before either settles it.
  const client = await world.pool.connect();
  await client.query('begin');
  await client.query('lock table gateway.messaging_sent');
  await until('both wait', async () => {
    const { rows } = await world.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks where relation = 'gateway.messaging_sent'::regclass and not granted`,
    );
    return rows[0]!.waiting >= 2;
  });
  await client.query('commit');
  client.release();
  await world.isTaken(message);
  await world.graph.webhooks.idle();
  expect(world.told(id, 'mirrored')).toEqual([]);
});

test.each(CHANNELS)('C32: %s: an echo before the answer makes no second message', async (channel) => {
  const { say, sent, id } = await opened(channel);
  world.graph.habits.echoes = true;
  world.graph.next('messages', { cut: 'after', thenMs: 300 });
  const message = say('Eco');
  await world.send([message]);
  await until('its outcome', () => world.outcomesOf(message.messageId).length > 0);
  expect(world.outcomesOf(message.messageId)).toEqual(['taken']);
  expect(sent()).toHaveLength(1);
  expect(world.received(id)).toEqual([]);
  expect(world.told(id, 'mirrored')).toEqual([]);
});

test.each(CHANNELS)(
  'C32: %s: what somebody writes elsewhere while a send is on its way is told, and is not taken for it',
  async (channel) => {
    const { say, sent, id, page, account, person } = await opened(channel);
    world.graph.habits.echoes = true;
    world.graph.next('messages', { cut: 'before', holdMs: 1_500 });
    const message = say('De Prosa');
    await world.send([message]);
    await until('it is on its way', async () => {
      const { rowCount } = await world.pool.query(`select from gateway.outbox where message_id = $1 and state = 'handed'`, [
        message.messageId,
      ]);
      return rowCount === 1;
    });
    const echo = { mid: 'm_elsewhere', is_echo: true, app_id: 1, text: 'Da caixa de entrada' };
    const as = channel === 'facebook' ? pageOf(page) : instagramOf(page);
    const { status } = await world.graph.webhooks.post(
      JSON.stringify(messagingBody(as, { from: account, to: person, at: Date.now(), message: echo })),
    );
    expect(status).toBe(200);
    await until('it is told', () => world.told(id, 'mirrored')[0]);
    await until('its outcome', () => world.outcomesOf(message.messageId).length > 0);
    await world.graph.webhooks.idle();
    expect(world.told(id, 'mirrored').map(({ body, channelId }) => [body, channelId])).toEqual([
      ['Da caixa de entrada', 'm_elsewhere'],
    ]);
    // It never left: the other one is no proof that it did.
    expect(world.outcomesOf(message.messageId)).toEqual(['unsure']);
    expect(sent()).toEqual([]);
  },
);

test.each(CHANNELS)('C32: %s: no part of a long text counts as written elsewhere', async (channel) => {
  const { say, sent, id } = await opened(channel);
  world.graph.habits.echoes = true;
  const message = say('uma frase '.repeat(300));
  await world.send([message]);
  await world.isTaken(message);
  await world.graph.webhooks.idle();
  expect(sent().length).toBeGreaterThan(1);
  expect(world.told(id, 'mirrored')).toEqual([]);
});

test('C32: the echo of a caption’s file does not settle the caption', async () => {
  const { say, sent } = await opened('facebook');
  world.graph.habits.echoes = true;
  const { mediaId } = await world.keepFile(Buffer.from('%PDF-1.4'), 'nota.pdf');
  const media = { mediaId, kind: 'document' as const, mime: 'application/pdf', bytes: 8, name: 'nota.pdf', caption: 'Sua nota' };
  const message = say('', { body: null, media });
  world.graph.next('messages', {}, { cut: 'before', holdMs: 300 });
  await world.send([message]);
  await until('its outcome', () => world.outcomesOf(message.messageId).length > 0);
  expect(world.outcomesOf(message.messageId)).toEqual(['unsure']);
  expect(sent()).toHaveLength(1);
  // "Try again" sends what is missing.
  await world.send([{ ...message, attempt: 2, position: say('').position }]);
  await world.isTaken(message);
  expect(textsOf(sent())).toEqual([undefined, 'Sua nota']);
});

test('C24: what was read until then is read, each message once', async () => {
  const { say } = await opened('facebook');
  world.graph.habits.receipts = 'read';
  const messages = ['Um', 'Dois'].map((text) => say(text));
  await world.send(messages);
  for (const { messageId } of messages) {
    await until('it is delivered', () => world.acksOf(messageId).includes(3));
    await until('it is read', () => world.acksOf(messageId).includes(4));
    expect(world.acksOf(messageId).filter((ack) => ack === 4)).toHaveLength(1);
  }
});

test('C24: a mark of the millisecond in which a message left includes it', async () => {
  const { say, id, page, person } = await opened('facebook');
  const message = say('Um');
  await world.send([message]);
  await world.isTaken(message);
  const { rows } = await world.pool.query<{ at: Date }>('select at from gateway.messaging_sent where connection_id = $1', [id]);
  const read = { watermark: rows[0]!.at.getTime() };
  await world.graph.webhooks.post(JSON.stringify(messagingBody(pageOf(page), { from: person, to: page.id, read })));
  await until('it is read', () => world.acksOf(message.messageId).includes(4));
});

test('C24: on Instagram a message is read by its id', async () => {
  const { say } = await opened('instagram');
  world.graph.habits.receipts = 'read';
  const message = say('Um');
  await world.send([message]);
  await until('it is read', () => world.acksOf(message.messageId).includes(4));
});

test.each(CHANNELS)(
  'C29: %s fetches a file at our address, and its caption goes after it, once, whatever fails between',
  async (channel) => {
    const { say, sent } = await opened(channel);
    const bytes = Buffer.from('%PDF-1.4 a document');
    const { mediaId } = await world.keepFile(bytes, 'nota.pdf');
    const media = {
      mediaId,
      kind: 'document' as const,
      mime: 'application/pdf',
      bytes: bytes.length,
      name: 'nota.pdf',
      caption: 'Sua nota',
    };
    const message = say('', { body: null, media });
    world.graph.next('messages', {}, { error: { code: 2 } });
    await world.send([message]);
    await world.isTaken(message);
    expect(sent()[0]!.file).toEqual(bytes);
    expect(textsOf(sent())).toEqual([undefined, 'Sua nota']);
  },
);

test('C29: Instagram takes no other document', async () => {
  const { say } = await opened('instagram');
  const { mediaId } = await world.keepFile(Buffer.from('PK'), 'planilha.xlsx');
  const media = { mediaId, kind: 'document' as const, mime: 'application/zip', bytes: 2, name: 'planilha.xlsx', caption: '' };
  const message = say('', { body: null, media });
  await world.send([message]);
  expect(await world.failureOf(message)).toBe('media');
});

test.each(CHANNELS)('%s: a long text goes in parts, split between words', async (channel) => {
  const { say, sent } = await opened(channel);
  const text = Array.from({ length: 900 }, (_, nth) => `não${nth}`).join(' ');
  const message = say(text);
  await world.send([message]);
  await world.isTaken(message);
  expect(sent().length).toBeGreaterThan(1);
  expect(textsOf(sent()).join(' ')).toBe(text);
});
