import { mediaObjectName, newId } from '@prosa/contracts';
import { until } from '../../testing/gateway.fixture.ts';
import { type GraphWorld, openGraphWorld } from '../../testing/graph.fixture.ts';
import { instagramOf, messagingBody, pageOf } from '../../testing/graph-stand-in/bodies.ts';

let world: GraphWorld;
beforeAll(async () => {
  world = await openGraphWorld();
  await world.gateway();
});
afterAll(() => world.close());

let people = 0;
const CHANNELS = ['facebook', 'instagram'] as const;
const opened = async (channel: 'facebook' | 'instagram') => {
  const page = world.graph.page('Loja', channel === 'instagram');
  const as = channel === 'facebook' ? pageOf(page) : instagramOf(page);
  const id = await world.connect({ channel, externalId: as.id, secrets: { accessToken: page.token } });
  people += 1;
  const person = world.graph.person(`8000000000${people}`, 'Carla Souza', channel);
  const happens = async (event: object, { own = false, at = Date.now() } = {}) => {
    const between = own ? { from: as.id, to: person } : { from: person, to: as.id };
    const { status } = await world.graph.webhooks.post(JSON.stringify(messagingBody(as, { ...between, at, ...event })));
    expect(status).toBe(200);
  };
  return { id, page, account: as.id, person, happens };
};

test('C13: Messenger’s kinds give what the table says', async () => {
  const { id, account, person, happens } = await opened('facebook');
  const file = (type: string, payload: object) => ({ type, payload });
  const said: [object, object][] = [
    [
      { mid: 'm_1', text: 'Oi 😀' },
      { body: 'Oi 😀', name: 'Carla Souza', channelId: 'm_1' },
    ],
    [
      { mid: 'm_2', text: 'Resposta', reply_to: { mid: 'm_1' } },
      { body: 'Resposta', quoted: { channelId: 'm_1' } },
    ],
    [
      { mid: 'm_3', text: 'Legenda', attachments: [file('image', { url: 'https://scontent.fbcdn.net/a.jpg' })] },
      { media: { kind: 'image', caption: 'Legenda' } },
    ],
    [
      { mid: 'm_4', attachments: [file('image', { url: 'https://scontent.fbcdn.net/s.png', sticker_id: 369 })] },
      { media: { kind: 'sticker' } },
    ],
    [{ mid: 'm_5', attachments: [file('audio', { url: 'https://cdn.fbsbx.com/a.mp4' })] }, { media: { kind: 'audio' } }],
    [{ mid: 'm_6', attachments: [file('video', { url: 'https://video.fbcdn.net/a.mp4' })] }, { media: { kind: 'video' } }],
    [{ mid: 'm_7', attachments: [file('file', { url: 'https://cdn.fbsbx.com/a.pdf' })] }, { media: { kind: 'document' } }],
    [
      { mid: 'm_8', attachments: [{ type: 'location', title: 'Casa', payload: { coordinates: { lat: -23.5, long: -46.6 } } }] },
      { body: 'Casa\nhttps://www.google.com/maps/search/?api=1&query=-23.5,-46.6' },
    ],
    [
      { mid: 'm_9', text: 'Olhe', attachments: [{ type: 'fallback', title: 'Notícia', url: 'https://example.com/n' }] },
      { body: 'Notícia\nhttps://example.com/n\nOlhe' },
    ],
    [{ mid: 'm_10', text: 'Sim', quick_reply: { payload: 'sim' } }, { choice: { id: 'sim', title: 'Sim' } }],
    [
      {
        mid: 'm_11',
        text: 'Quero',
        referral: { source: 'ADS', ref: 'verao', ad_id: '120', ads_context_data: { ad_title: 'Promoção' } },
      },
      { body: 'Promoção\nverao\nQuero', refs: ['verao', '120'] },
    ],
    [
      { mid: 'm_12', is_unsupported: true },
      { body: null, line: 'unsupported' },
    ],
  ];
  for (const [message] of said) await happens({ message });
  await until('all are told', () => world.received(id).length === said.length);
  for (const [nth, [, expected]] of said.entries()) expect(world.received(id)[nth]).toMatchObject(expected);
  expect(world.received(id)[0]!.identities).toEqual([{ kind: 'psid', value: `${account}/${person}` }]);
  // The name is asked for once.
  expect(world.graph.counts.node).toBeLessThan(10);
});

test('several files of one message are several of ours', async () => {
  const { id, happens } = await opened('facebook');
  const attachments = ['a', 'b', 'c'].map((name) => ({
    type: 'image',
    payload: { url: `https://scontent.fbcdn.net/${name}.jpg` },
  }));
  await happens({ message: { mid: 'm_many', attachments } });
  await until('all are told', () => world.received(id).length === 3);
  expect(world.received(id).map(({ channelId }) => channelId)).toEqual(['m_many', 'm_many/1', 'm_many/2']);
});

test('C13: buttons, reactions, edits of Messenger', async () => {
  const { id, happens } = await opened('facebook');
  await happens({ postback: { mid: 'm_p', title: 'Começar', payload: 'GET_STARTED', referral: { ref: 'cartaz' } } });
  await happens({ reaction: { mid: 'm_1', action: 'react', reaction: 'love', emoji: '❤' } }, { at: 1_700_000_000_000 });
  await happens({ reaction: { mid: 'm_1', action: 'unreact' } }, { at: 1_700_000_000_500 });
  await happens({ message_edit: { mid: 'm_1', text: 'Corrigido', num_edit: 1 } });
  await until('all are told', () => world.told(id, 'edit').length === 1 && world.told(id, 'reaction').length === 2);
  expect(world.received(id)).toMatchObject([{ choice: { id: 'GET_STARTED', title: 'Começar' }, channelId: 'm_p' }]);
  expect(world.told(id, 'reaction')).toMatchObject([
    { emoji: '❤', target: { channelId: 'm_1' } },
    { emoji: '', target: { channelId: 'm_1' } },
  ]);
  expect(world.told(id, 'edit')).toMatchObject([{ body: 'Corrigido', target: { channelId: 'm_1' } }]);
});

test('C13: Instagram: stories, shares, long ids, deleted messages', async () => {
  const { id, account, person, happens } = await opened('instagram');
  const long = `aWdf${'x'.repeat(300)}`;
  await happens({
    message: { mid: long, text: 'Vi seu story', reply_to: { story: { url: 'https://cdn.cdninstagram.com/s', id: '1' } } },
  });
  await happens({
    message: { mid: 'ig_2', attachments: [{ type: 'ig_reel', payload: { title: 'Reel', url: 'https://www.instagram.com/r' } }] },
  });
  await happens({
    message: { mid: 'ig_3', attachments: [{ type: 'story_mention', payload: { url: 'https://lookaside.fbsbx.com/s' } }] },
  });
  await happens({ message: { mid: long, is_deleted: true } });
  await until('all are told', () => world.received(id).length === 3 && world.told(id, 'revoke').length === 1);
  expect(world.received(id).map(({ body }) => body)).toEqual([
    'https://cdn.cdninstagram.com/s\nVi seu story',
    'Reel\nhttps://www.instagram.com/r',
    'https://lookaside.fbsbx.com/s',
  ]);
  const [first] = world.received(id);
  expect(first!.channelId.length).toBeLessThanOrEqual(200);
  expect(first!.identities).toEqual([{ kind: 'igsid', value: `${account}/${person}` }]);
  expect(world.told(id, 'revoke')[0]!.target).toEqual({ channelId: first!.channelId });
});

test('a reaction to a message of ours names it by our id', async () => {
  const { id, account, person, happens } = await opened('facebook');
  const message = world.attendant(id).message('Gostou?', { to: { kind: 'psid', value: `${account}/${person}` } });
  await world.send([message]);
  await until('it is taken', () => world.outcomesOf(message.messageId).includes('taken'));
  await happens({ reaction: { mid: world.acceptedOf(account)[0]!.id, action: 'react', emoji: '👍' } });
  await until('it is told', () => world.told(id, 'reaction')[0]);
  expect(world.told(id, 'reaction')[0]!.target).toEqual({ messageId: message.messageId });
});

test.each(CHANNELS)('C16: what somebody wrote in the inbox of %s is told as written elsewhere, once', async (channel) => {
  const { id, account, person, happens } = await opened(channel);
  for (let times = 0; times < 2; times += 1)
    await happens({ message: { mid: 'm_echo', is_echo: true, app_id: 1, text: 'Da caixa de entrada' } }, { own: true });
  await happens({ message: { mid: 'm_after', text: 'Do cliente' } });
  await until('it is told', () => world.received(id).length > 0);
  expect(world.received(id).map(({ body }) => body)).toEqual(['Do cliente']);
  const told = world.told(id, 'mirrored');
  expect(new Set(told.map(({ channelId }) => channelId)).size).toBe(1);
  expect(told[0]).toMatchObject({ body: 'Da caixa de entrada', identities: [{ value: `${account}/${person}` }] });
});

test.each(CHANNELS)('C13: what was written in the inbox of %s and cannot be shown is a line', async (channel) => {
  const { id, happens } = await opened(channel);
  await happens({ message: { mid: 'm_strange', is_echo: true, app_id: 1, is_unsupported: true } }, { own: true });
  await until('it is told', () => world.told(id, 'mirrored')[0]);
  expect(world.told(id, 'mirrored')).toMatchObject([{ body: null, line: 'unsupported', channelId: 'm_strange' }]);
});

test('C32: an echo with the id of another system’s own is written elsewhere, not ours', async () => {
  const { id, happens } = await opened('facebook');
  const echo = { mid: 'm_other', is_echo: true, app_id: 1, metadata: newId(), text: 'De outro sistema' };
  await happens({ message: echo }, { own: true });
  await until('it is told', () => world.told(id, 'mirrored')[0]);
  expect(world.told(id, 'mirrored')).toMatchObject([{ body: 'De outro sistema', channelId: 'm_other' }]);
});

test('a person whose name Graph does not tell in time is heard all the same', async () => {
  const { id, happens } = await opened('facebook');
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  world.graph.next('node', { held });
  await happens({ message: { mid: 'm_quick', text: 'Oi' } });
  await until('it is told', () => world.received(id)[0]);
  expect(world.received(id)[0]).toMatchObject({ name: '', body: 'Oi' });
  letGo();
});

test('C28: a file is fetched at Meta’s link; one that has ended is gone; C29: no other address is asked', async () => {
  const { id, happens } = await opened('facebook');
  const bytes = Buffer.from('%PDF-1.4 of the customer');
  const file = world.graph.keepFile(bytes, 'application/pdf', 'a.pdf', '');
  const ended = async (url: string) => {
    const mid = `m_${newId()}`;
    await happens({ message: { mid, attachments: [{ type: 'file', payload: { url } }] } });
    const message = await until('it is told', () => world.received(id).find(({ channelId }) => channelId === mid));
    const { conversation, messageId, position, at } = world.attendant(id).message('');
    const { mediaId, kind, name } = message.media!;
    const fetching = { mediaId, kind, name };
    const subjectId = newId();
    const common = { companyId: world.companyId, connectionId: id, conversation, messageId, position, at };
    await world.send([{ kind: 'fetch', ...common, media: fetching, attempt: 1, subjectId }]);
    const end = await until('it has ended', () => world.told(id, 'media').find((one) => one.messageId === messageId));
    return { reason: end.reason, bytes: await world.kept(mediaObjectName(mediaId, 1)) };
  };
  expect(await ended(`${world.graph.url}/files/${file.id}`)).toEqual({ reason: null, bytes });
  expect(await ended(`${world.graph.url}/files/404`)).toEqual({ reason: 'gone', bytes: null });
  expect(await ended('http://169.254.169.254/latest/meta-data')).toEqual({ reason: 'refused', bytes: null });
});

test('C33: a user’s pages are read with a lasting token, page by page, and subscribed', async () => {
  const before = world.graph.pages.length;
  const [plain, shop] = [world.graph.page('Padaria'), world.graph.page('Moda', true)];
  for (let nth = 0; nth < 110; nth += 1) world.graph.page(`Filial ${nth}`);
  const mine = world.graph.pages.slice(before).map(({ id }) => id);
  const userToken = world.graph.user(mine);
  const facebook = (await world.ask('facebook', { kind: 'pages', userToken })).body;
  expect(facebook.pages).toHaveLength(112);
  expect(facebook.pages[0]).toEqual({
    externalId: plain.id,
    name: 'Padaria',
    account: 'Padaria',
    secrets: { accessToken: plain.token, pageId: plain.id },
  });
  expect(world.graph.subscribed.get(plain.id)).toContain('message_echoes');
  const instagram = (await world.ask('instagram', { kind: 'pages', userToken })).body;
  expect(instagram.pages).toEqual([
    { externalId: shop.instagram!.id, name: 'Moda', account: '@moda', secrets: { accessToken: shop.token, pageId: shop.id } },
  ]);
  // As the reference has the exchange.
  world.graph.next('exchange', { status: 405 });
  expect((await world.ask('instagram', { kind: 'pages', userToken })).body.pages).toHaveLength(1);
  expect((await world.ask('facebook', { kind: 'pages', userToken: 'nonsense' })).body).toEqual({
    kind: 'pages',
    pages: [],
    wrong: 'invalid',
  });
  expect(world.graph.problems.splice(0)).toEqual([]);
});

test('a link that brought somebody is shown with the button that they pressed, and alone', async () => {
  const { id, happens } = await opened('facebook');
  const referral = { source: 'SHORTLINK', type: 'OPEN_THREAD', ref: 'verao' };
  await happens({ postback: { mid: 'm_p', title: 'Começar', payload: 'START', referral } });
  await happens({ referral });
  await happens({ referral: { source: 'SHORTLINK', type: 'OPEN_THREAD' } });
  await until('all are told', () => world.received(id).length === 3);
  expect(world.received(id)).toMatchObject([
    { choice: { id: 'START', title: 'Começar' }, context: { kind: 'referral', words: 'verao', gist: null }, refs: ['verao'] },
    { body: 'verao', name: 'Carla Souza', refs: ['verao'] },
    { body: 'SHORTLINK' },
  ]);
});

test('what Instagram tells as changes is what it tells as events', async () => {
  const { id, account, person } = await opened('instagram');
  const between = { sender: { id: person }, recipient: { id: account }, timestamp: '1763900000' };
  const changes = [
    { field: 'messages', value: { ...between, message: { mid: 'ig_1', text: 'Oi' } } },
    { field: 'messaging_postbacks', value: { ...between, postback: { mid: 'ig_2', title: 'Preço', payload: 'PRICE' } } },
    { field: 'message_reactions', value: { ...between, reaction: { mid: 'ig_1', action: 'react', emoji: '👍' } } },
    { field: 'comments', value: { id: '1', text: 'Lindo' } },
  ];
  const body = JSON.stringify({ object: 'instagram', entry: [{ id: account, time: 1, changes }] });
  expect((await world.graph.webhooks.post(body)).status).toBe(200);
  await until('all are told', () => world.received(id).length === 2 && world.told(id, 'reaction').length === 1);
  expect(world.received(id)).toMatchObject([
    { body: 'Oi', channelId: 'ig_1', at: new Date(1_763_900_000_000).toISOString() },
    { choice: { id: 'PRICE', title: 'Preço' } },
  ]);
  expect((await world.pool.query('select from gateway.graph_parked where connection_id = $1', [id])).rowCount).toBe(0);
});

test('a customer’s stop of marketing is told', async () => {
  const { id, account, person, happens } = await opened('facebook');
  const told = (notification_messages_status: string) => ({
    optin: { type: 'notification_messages', notification_messages_status },
  });
  await happens(told('STOP_NOTIFICATIONS'));
  await happens(told('RESUME_NOTIFICATIONS'));
  await until('both are told', () => world.told(id, 'preference').length === 2);
  const identities = [{ kind: 'psid', value: `${account}/${person}` }];
  expect(world.told(id, 'preference')).toMatchObject([
    { identities, optedOut: true },
    { identities, optedOut: false },
  ]);
});
