import { newId } from '@prosa/contracts';
import { createLogger } from '@prosa/infra/runtime';
import { until } from '../../testing/gateway.fixture.ts';
import { type GraphWorld, openGraphWorld } from '../../testing/graph.fixture.ts';
import { whatsAppBody, whatsAppMessage } from '../../testing/graph-stand-in/bodies.ts';
import { calmHabits } from '../../testing/graph-stand-in/model.ts';

let world: GraphWorld;
beforeAll(async () => {
  world = await openGraphWorld();
  await world.gateway({}, { longPauseMs: 700 });
});
afterEach(() => {
  Object.assign(world.graph.habits, calmHabits);
  expect(world.graph.problems.splice(0)).toEqual([]);
});
afterAll(() => world.close());

const CUSTOMER = '5511987654321';
const opened = async () => {
  const number = world.graph.number();
  const id = await world.connect(world.cloud(number));
  return { number, id, ana: world.attendant(id, CUSTOMER), sent: () => world.acceptedOf(number.id) };
};
const nextError = (code: number, subcode?: number) =>
  world.graph.next('messages', { error: { code, ...(subcode !== undefined && { subcode }) } });

test('C19: a send carries our id, in the order of its conversation', async () => {
  const { ana, sent, id } = await opened();
  const messages = ['Um', 'Dois', 'Três'].map((text) => ana.message(text));
  await world.send(messages);
  for (const message of messages) await world.isTaken(message);
  expect(sent().map(({ ours, body }) => [ours, (body.text as { body: string }).body])).toEqual(
    messages.map(({ messageId, body }) => [messageId, body]),
  );
  expect((await world.stateOf(id))?.account).toBe('+55 11 90000-0001');
});

test('C26: a customer without a number is addressed as the recipient, never in "to"', async () => {
  const { ana, sent } = await opened();
  const message = ana.message('Oi', { to: { kind: 'bsuid', value: 'US.13491208655302741918' } });
  await world.send([message]);
  await world.isTaken(message);
  expect(sent()[0]!.body).toMatchObject({ recipient: 'US.13491208655302741918' });
  expect(sent()[0]!.body).not.toHaveProperty('to');
});

test('C31: a template leaves with its values, also when the customer’s hours are over', async () => {
  const { number, ana, sent } = await opened();
  number.templates.push({
    name: 'pedido',
    language: 'pt_BR',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Olá {{1}}, seu pedido {{2}} chegou.' }],
  });
  world.graph.closed.add(`${number.id}/${CUSTOMER}`);
  const text = ana.message('Não sai');
  const template = ana.message('Olá Carla, seu pedido 17 chegou.', {
    template: { name: 'pedido', language: 'pt_BR', values: ['Carla', '17'] },
  });
  await world.send([text, template]);
  expect(await world.failureOf(text)).toBe('window');
  await world.isTaken(template);
  expect(sent()).toHaveLength(1);
  expect(sent()[0]!.body.template).toMatchObject({ name: 'pedido', language: { code: 'pt_BR' } });
});

test('C24: the newest message that was read is told', async () => {
  const { number, ana } = await opened();
  await world.send([ana.reads(['wamid.first', 'wamid.second'], '3'), ana.reads(['wamid.first'], '2')]);
  await until('it is told', () => world.graph.seen.find(({ account }) => account === number.id));
  expect(world.graph.seen.filter(({ account }) => account === number.id)).toEqual([{ account: number.id, of: 'wamid.second' }]);
});

test('a place and contact cards go as such', async () => {
  const { ana, sent } = await opened();
  const bare = { latitude: -23.5505, longitude: 1e-7, name: null, address: null };
  const messages = [
    ana.message(null, { place: bare }),
    ana.message(null, { place: { ...bare, name: 'Sé', address: 'Praça da Sé' } }),
    ana.message(null, { contacts: [{ name: 'Rui', numbers: ['+55 11 91111-2222'] }] }),
  ];
  await world.send(messages);
  for (const message of messages) await world.isTaken(message);
  const location = { latitude: '-23.550500', longitude: '0.000000' };
  expect(sent().map(({ body }) => body[String(body.type)])).toEqual([
    location,
    { ...location, name: 'Sé', address: 'Praça da Sé' },
    [{ name: { formatted_name: 'Rui', first_name: 'Rui' }, phones: [{ phone: '+55 11 91111-2222' }] }],
  ]);
  const { rows } = await world.pool.query('select from gateway.outbox where cards is not null');
  expect(rows).toHaveLength(0);
});

test('choices go as buttons or a list; those that WhatsApp would not show as the text alone, which numbers them', async () => {
  const { ana, sent } = await opened();
  const long = 'Segunda via do boleto da mensalidade';
  const choices = [
    { id: 'a', title: 'Preços' },
    { id: 'b', title: long },
  ];
  const same = ['x', 'y'].map((id) => ({ id, title: `${'Assunto '.repeat(3)}${id}` }));
  const messages = [
    ana.message('1 - Preços', { choices: { as: 'button', choices } }),
    ana.message('1 - Preços', { choices: { as: 'list', choices } }),
    ana.message('1 - x', { choices: { as: 'list', choices: same } }),
    ana.message('l'.repeat(1_025), { choices: { as: 'button', choices } }),
  ];
  await world.send(messages);
  for (const message of messages) await world.isTaken(message);
  const [buttons, list, ...plain] = sent().map(({ body }) => body);
  expect(buttons).toMatchObject({
    type: 'interactive',
    interactive: {
      type: 'button',
      body: { text: '1 - Preços' },
      action: {
        buttons: [{ type: 'reply', reply: { id: 'a', title: 'Preços' } }, { reply: { id: 'b', title: 'Segunda via do bole…' } }],
      },
    },
  });
  expect((list!.interactive as { action: object }).action).toEqual({
    button: 'Ver opções',
    sections: [{ rows: [choices[0], { id: 'b', title: 'Segunda via do boleto d…', description: long }] }],
  });
  expect(plain.map(({ type }) => type)).toEqual(['text', 'text']);
});

test('an answer quotes the customer’s message by its id, and ours by the channel’s', async () => {
  const { ana, sent } = await opened();
  const first = ana.message('Primeira');
  await world.send([first]);
  await world.isTaken(first);
  const [theirs, ours] = [
    ana.message('À sua', { quoted: { messageId: newId(), channelId: 'wamid.theirs' } }),
    ana.message('À minha', { quoted: { messageId: first.messageId, channelId: null } }),
  ];
  await world.send([theirs, ours]);
  await world.isTaken(ours);
  expect(sent().map(({ body }) => (body.context as { message_id?: string } | undefined)?.message_id)).toEqual([
    undefined,
    'wamid.theirs',
    sent()[0]!.id,
  ]);
});

test.each([
  [131_047, undefined, 'window'],
  [131_026, undefined, 'not-there'],
  [131_030, undefined, 'not-there'],
  [131_048, undefined, 'restricted'],
  [132_001, undefined, 'template'],
  [131_042, undefined, 'payment'],
  [131_053, undefined, 'media'],
  [130_472, undefined, 'refused'],
] as const)('C22: error %s/%s is told as %s, and not tried again', async (code, subcode, reason) => {
  const { ana, sent } = await opened();
  nextError(code, subcode);
  const [refused, next] = [ana.message('Não'), ana.message('Sim')];
  await world.send([refused, next]);
  expect(await world.failureOf(refused)).toBe(reason);
  await world.isTaken(next);
  expect(sent()).toHaveLength(1);
});

test('C22: an account that WhatsApp restricts is shown as that, and its chats go on', async () => {
  const { ana, id } = await opened();
  nextError(131_048);
  const [refused, next] = [ana.message('Não'), ana.message('Sim')];
  await world.send([refused, next]);
  await world.isIn(id, 'CONNECTED', 'restricted');
  expect((await world.stateOf(id))?.account).toBe('+55 11 90000-0001');
  await world.isTaken(next);
});

test.each([2, 131_000, 131_016, 131_057])('C22: error %s means not now: the message is tried again', async (code) => {
  const { ana, sent } = await opened();
  nextError(code);
  const message = ana.message('Já vai');
  await world.send([message]);
  await world.isTaken(message);
  expect(sent()).toHaveLength(1);
});

test('C22: told to slow down, the connection pauses, ever longer, and uses up no try', async () => {
  const { ana, id, sent } = await opened();
  for (let time = 0; time < 3; time += 1) nextError(130_429);
  const called = () => world.graph.came.flatMap(({ kind, at }) => (kind === 'messages' ? [at] : []));
  const before = called().length;
  const [first, other] = [ana.message('Devagar'), world.attendant(id, '5511912345678').message('Também')];
  await world.send([first]);
  await until('the third try', () => called().length >= before + 3);
  await world.send([other]);
  await Promise.all([world.isTaken(first), world.isTaken(other)]);
  const calls = called().slice(before);
  expect(calls).toHaveLength(5);
  const [one, , three, four] = calls as [number, number, number, number];
  // 200 and 400 ms; then nothing else leaves, for 800 ms.
  expect(three - one).toBeGreaterThan(550);
  expect(four - three).toBeGreaterThan(700);
  expect(sent()).toHaveLength(2);
  const { rows } = await world.pool.query('select max(tries) as tries from gateway.outbox where connection_id = $1', [id]);
  expect(rows).toEqual([{ tries: 1 }]);
});

test('C22: a long pause is shown, with its end, for as long as it lasts', async () => {
  const { ana, id } = await opened();
  for (let time = 0; time < 3; time += 1) nextError(130_429);
  const message = ana.message('Bem devagar');
  await world.send([message]);
  await world.isIn(id, 'CONNECTED', 'slow-down');
  const { until: end, account } = (await world.stateOf(id))!;
  expect(end!.getTime()).toBeGreaterThan(Date.now() - 800);
  expect(account).toBe('+55 11 90000-0001');
  await world.isTaken(message);
  await world.isIn(id, 'CONNECTED', null);
});

test('C22: a chat that must slow down holds back no other', async () => {
  const { ana, id, sent } = await opened();
  for (let time = 0; time < 3; time += 1) nextError(131_056);
  const [first, other] = [ana.message('Devagar'), world.attendant(id, '5511912345678').message('Na hora')];
  await world.send([first]);
  await until('it pauses', () => world.graph.counts.messages);
  await until('all are refused but the last', async () => {
    await world.send([other]);
    return world.outcomesOf(other.messageId).includes('taken') || sent().length > 0;
  });
  await Promise.all([world.isTaken(first), world.isTaken(other)]);
  expect(sent()).toHaveLength(2);
});

test('C22: an unknown outcome is shown, and settled by the status that carries our id: never a second send', async () => {
  const { ana, sent } = await opened();
  world.graph.next('messages', { cut: 'after' });
  world.graph.habits.lateMs = 300;
  world.graph.habits.receipts = 'delivered';
  const message = ana.message('Chegou?');
  await world.send([message]);
  await until('it is unsure', () => world.outcomesOf(message.messageId).includes('unsure'));
  await until('it is settled', () => world.outcomesOf(message.messageId).includes('taken'));
  await until('its receipt', () => world.acksOf(message.messageId).includes(3));
  expect(sent()).toHaveLength(1);
  const { rows } = await world.pool.query('select state, channel_id as id, told from gateway.outbox where message_id = $1', [
    message.messageId,
  ]);
  expect(rows).toEqual([{ state: 'taken', id: sent()[0]!.id, told: true }]);
});

test('C22: a status that is quicker than the lost answer settles it: it was never unsure', async () => {
  const { ana, sent } = await opened();
  world.graph.habits.receipts = 'sent';
  world.graph.next('messages', { cut: 'after', thenMs: 300 });
  const message = ana.message('Chegou');
  await world.send([message]);
  await until('its outcome', () => world.outcomesOf(message.messageId).length > 0);
  expect(world.outcomesOf(message.messageId)).toEqual(['taken']);
  expect(sent()).toHaveLength(1);
});

test.each([{ status: 502 }, { cut: 'before' as const }, { error: { code: 1 } }])(
  'C22: %j leaves the outcome unknown: the message is not sent again by itself',
  async (fault) => {
    const { ana, sent } = await opened();
    world.graph.next('messages', fault);
    const [message, next] = [ana.message('Quem sabe'), ana.message('Depois')];
    await world.send([message, next]);
    await world.isTaken(next);
    expect(world.outcomesOf(message.messageId)).toEqual(['unsure']);
    expect(sent().map(({ ours }) => ours)).toEqual([next.messageId]);
  },
);

test('C22: what fails after it was accepted is told as failed, after its acceptance', async () => {
  const { ana } = await opened();
  world.graph.habits.failsWith = { code: 131_047, message: 'Re-engagement message' };
  const message = ana.message('Tarde demais');
  await world.send([message]);
  expect(await world.failureOf(message)).toBe('window');
  expect(world.outcomesOf(message.messageId)).toEqual(['taken', 'failed']);
});

test('C29: a file is uploaded before its message is handed over, once, and sent as what WhatsApp shows', async () => {
  const { ana, sent, id } = await opened();
  const bytes = Buffer.from('%PDF-1.4 a document');
  const mediaId = await fileOf(bytes, 'nota.pdf');
  const media = {
    mediaId,
    kind: 'document' as const,
    mime: 'application/pdf',
    bytes: bytes.length,
    name: 'nota.pdf',
    caption: 'Sua nota',
  };
  world.graph.next('media', { error: { code: 131_000 } });
  nextError(131_000);
  const before = world.graph.counts.media ?? 0;
  const message = ana.message('', { body: null, media });
  await world.send([message]);
  await world.isTaken(message);
  expect(world.graph.counts.media).toBe(before + 2);
  expect(sent()[0]).toMatchObject({ body: { type: 'document', document: { filename: 'nota.pdf', caption: 'Sua nota' } } });
  expect(sent()[0]!.file).toEqual(bytes);
  const { rows } = await world.pool.query('select tries from gateway.outbox where connection_id = $1', [id]);
  expect(rows).toEqual([{ tries: 3 }]);
});

test('C6: no log line has a token, a secret, a number or what was written, whatever fails', async () => {
  const noisy = await openGraphWorld();
  const lines: string[] = [];
  try {
    const log = createLogger('channel-gateway', 'trace', { write: (line) => void lines.push(line) });
    const { url } = await noisy.gateway({ log, owners: { retryDelaysMs: [20], fetches: { delaysMs: [20], idleMs: 1_000 } } });
    const { graph } = noisy;
    const number = graph.number();
    const id = await noisy.connect(noisy.cloud(number));
    const ana = noisy.attendant(id, CUSTOMER);
    const message = ana.message('Palavras secretas');
    graph.next('messages', { error: { code: 131_000 } });
    await noisy.send([message]);
    await noisy.isTaken(message);
    // Somebody asks with the right words, signs with the wrong ones, and delivers what nobody can read.
    const asked = { 'hub.mode': 'subscribe', 'hub.challenge': '?', 'hub.verify_token': graph.app.verifyToken };
    await fetch(`${url}/webhooks/meta?${new URLSearchParams(asked)}`);
    await fetch(`${url}/webhooks/meta`, { method: 'POST', body: 'Palavras secretas' });
    await graph.webhooks.post(JSON.stringify(whatsAppBody(number, { messages: [{ text: { body: 'Palavras secretas' } }] })));
    await graph.webhooks.post(
      JSON.stringify(
        whatsAppMessage(number, { number: CUSTOMER }, 'wamid.of-a-file', {
          type: 'image',
          image: { id: '404', mime_type: 'image/jpeg' },
        }),
      ),
    );
    const { media } = await until('it is told', () => noisy.received(id)[0]);
    graph.next('node', { cut: 'before' }, { status: 500 });
    const { to: _, body: __, kind: ___, quoted: ____, priority: _____, ...common } = ana.message('');
    await noisy.send([
      { kind: 'fetch', ...common, media: { mediaId: media!.mediaId, kind: 'image', name: null }, subjectId: newId() },
    ]);
    await until('it has ended', () => noisy.told(id, 'media')[0]);
    graph.kill(number.token);
    const late = ana.message('Palavras secretas');
    await noisy.send([late]);
    await noisy.isIn(id, 'DISCONNECTED', 'token');
    await until('that is told', () => noisy.outcomesOf(late.messageId)[0]);
    const all = lines.join('');
    expect(lines.length).toBeGreaterThan(3);
    for (const secret of [number.token, graph.app.secret, graph.app.verifyToken, 'Palavras secretas', CUSTOMER])
      expect(`${secret} ${all.includes(secret)}`).toBe(`${secret} false`);
  } finally {
    await noisy.close();
  }
});

const fileOf = async (bytes: Uint8Array, name: string): Promise<string> => {
  const kept = await world.keepFile(bytes, name);
  return kept.mediaId;
};
