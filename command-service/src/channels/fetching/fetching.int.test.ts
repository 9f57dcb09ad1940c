import {
  childId,
  conversationKey,
  conversationOf,
  conversationStream,
  derivedId,
  type MediaFacts,
  mediaObjectName,
  newId,
  type Outbound,
} from '@prosa/contracts';
import { sweepMedia } from '../../media/sweep.ts';
import { ask, caughtUp, eventually, joinPair, outboundOf, wrote } from '../../testing/world.fixture.ts';
import { createInbound } from '../inbound/inbound.consumer.ts';

type Fetch = Extract<Outbound, { kind: 'fetch' }>;
const { world, c1, c2, scene } = await joinPair();
const inbound = createInbound(c1.deps);
const fetches = await outboundOf(c1.bus, 'fetch');
afterAll(() => world.close());

const { pool, store } = c1.deps;
let phones = 0;
/** A customer's message with a file; resolves when the gateway is asked to fetch it. */
const withFile = async (caption = '') => {
  phones += 1;
  const channelId = newId();
  const mediaId = derivedId(scene.connectionId, 'media', channelId);
  const media = { mediaId, kind: 'image', mime: 'image/jpeg', bytes: 900, name: 'praia.jpg', caption } as const;
  const message = { ...wrote(scene, `551196100${String(phones).padStart(4, '0')}`, ''), channelId, body: null, media };
  await inbound(message);
  const asked = (attempt: number) =>
    eventually(
      () => fetches.find((one) => one.media.mediaId === mediaId && one.attempt === attempt),
      (one) => one !== undefined,
    ) as Promise<Fetch>;
  const fetch = await asked(1);
  const { messageId } = fetch;
  const facts = async () =>
    (await store.load(conversationStream(conversationOf(messageId)!))).filter(
      ({ type, data }) => (data as { messageId?: string }).messageId === messageId && type !== 'MessagesRead',
    );
  return { message, fetch, messageId, mediaId, asked, facts, types: async () => (await facts()).map(({ type }) => type) };
};
const keptOf = (mediaId: string): MediaFacts => ({
  mediaId,
  kind: 'document',
  mime: 'application/pdf',
  bytes: 900,
  name: 'praia.jpg',
  sha256: 'ab'.repeat(32),
  width: null,
  height: null,
  durationMs: null,
  thumbnail: false,
});
const end = ({ companyId, connectionId, messageId }: Fetch, more: object) => ({
  kind: 'media',
  companyId,
  connectionId,
  messageId,
  attempt: 1,
  media: null,
  reason: null,
  at: new Date().toISOString(),
  ...more,
});
const stateOf = async (mediaId: string): Promise<string | undefined> =>
  (await pool.query('select state from command.media where id = $1', [mediaId])).rows[0]?.state;
const retry = (messageId: string) => ask(c2, `POST /messages/${messageId}/retry`, { token: scene.ana.token });

test('a customer’s file is announced with its message; its bytes are requested, and recorded before the first one is written', async () => {
  const { fetch, facts, mediaId, message } = await withFile('A praia');
  const [{ data, meta } = {} as never] = await facts();
  expect(data).toMatchObject({ body: 'A praia', media: { mediaId, kind: 'image', bytes: 900, name: 'praia.jpg' } });
  expect(data).not.toMatchObject({ media: { caption: expect.anything() } });
  expect(fetch).toMatchObject({
    connectionId: scene.connectionId,
    media: { mediaId, kind: 'image', name: 'praia.jpg' },
    attempt: 1,
    position: meta.position.toString(),
  });
  const { rows } = await pool.query('select state, subject, company_id from command.media where id = $1', [mediaId]);
  expect(rows).toEqual([{ state: 'coming', subject: fetch.subjectId, company_id: scene.companyId }]);
  expect(conversationKey(scene.connectionId, fetch.subjectId)).toBe(fetch.conversation);
  await inbound(message);
  expect(await facts()).toHaveLength(1);
});

test('a fetched file is recorded once, and kept permanently', async () => {
  const { fetch, facts, types, mediaId } = await withFile();
  const stored = end(fetch, { media: keptOf(mediaId) });
  await Promise.all([inbound(stored), createInbound(c2.deps)(stored)]);
  await inbound(stored);
  await inbound(end(fetch, { reason: 'unavailable' }));
  expect(await types()).toEqual(['MessageReceived', 'MediaStored']);
  expect((await facts())[1]?.data).toMatchObject({ media: keptOf(mediaId) });
  await caughtUp(c1.deps, ['media']);
  expect(await stateOf(mediaId)).toBe('kept');
  while ((await sweepMedia(c1.deps, 0)) > 0);
  expect(await stateOf(mediaId)).toBe('kept');
});

test('a failed fetch is requested again, once, under an id of that attempt', async () => {
  const { fetch, types, messageId, mediaId, asked } = await withFile();
  await inbound(end(fetch, { reason: 'unavailable' }));
  const answers = await Promise.all([retry(messageId), retry(messageId)]);
  expect(answers.map(({ status, body }) => [status, body.id])).toEqual([
    [200, messageId],
    [200, messageId],
  ]);
  expect(await types()).toEqual(['MessageReceived', 'MediaFailed', 'MediaRetried']);
  expect(await asked(2)).toMatchObject({ media: { mediaId, kind: 'image', name: 'praia.jpg' }, subjectId: fetch.subjectId });
  expect(await stateOf(mediaObjectName(mediaId, 2))).toBe('coming');
  await inbound(end(fetch, { attempt: 2, media: keptOf(mediaObjectName(mediaId, 2)) }));
  expect(await types()).toEqual(['MessageReceived', 'MediaFailed', 'MediaRetried', 'MediaStored']);
  expect((await retry(messageId)).status).toBe(200);
  expect(await types()).toHaveLength(4);
});

test('bytes that were swept before their report are not recorded in an event', async () => {
  const { fetch, facts, types, mediaId } = await withFile();
  await caughtUp(c1.deps, ['media']);
  while ((await sweepMedia(c1.deps, 0)) > 0);
  await inbound(end(fetch, { media: keptOf(mediaId) }));
  expect(await types()).toEqual(['MessageReceived', 'MediaFailed']);
  expect((await facts())[1]?.data).toMatchObject({ reason: 'unavailable', attempt: 1 });
});

test('for a forgotten person nothing is written or parked', async () => {
  const { fetch, types, mediaId } = await withFile();
  await c1.deps.keys.destroy(fetch.subjectId);
  await inbound(end(fetch, { media: keptOf(mediaId) }));
  expect(await types()).toEqual(['MessageReceived']);
});

test('a report that names another connection or company, or no message, is refused', async () => {
  const { fetch, types, mediaId } = await withFile();
  const stored = end(fetch, { media: keptOf(mediaId) });
  for (const more of [
    { connectionId: newId() },
    { companyId: newId() },
    { messageId: newId() },
    { reason: 'gone' },
    { media: null },
    { media: { ...keptOf(mediaId), sha256: 'x' } },
  ])
    await expect(inbound({ ...stored, ...more })).rejects.toThrow();
  // For an unknown message there is no file.
  await inbound({ ...stored, messageId: childId(conversationOf(fetch.messageId)!, 'in:other') });
  expect(await types()).toEqual(['MessageReceived']);
});
