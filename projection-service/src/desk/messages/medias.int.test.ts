import { conversationEvents as c, newId, routes, thumbnailId } from '@prosa/contracts';
import { mediaLinks } from '@prosa/infra/runtime';
import { announcedFile, fileOf, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';
import { ana, carla, founded, place, zoe } from '../tickets/tickets.fixture.ts';

const { list, searchMedias } = routes.messages;
const { here, there } = founded();
here.contact(uuid(101), 'Maria', '5511987654321');
const talk = here.conversation(place.shop, uuid(101));
talk.started();
const ticketId = talk.opened('1', { queueId: place.sales, userId: ana.userId });
const photo = fileOf(uuid(1), { kind: 'image', mime: 'image/jpeg', name: 'praia.jpg', width: 800, height: 600, thumbnail: true });
const beach = talk.sent(ticketId, 'photo', 'A praia', { userId: ana.userId, media: photo });
const oi = talk.received(ticketId, 'oi', 'Oi', { quotedId: beach });
const many = Array.from({ length: 24 }, (_, n) =>
  talk.sent(ticketId, `f${n}`, '', { userId: ana.userId, media: fileOf(uuid(10 + n)) }),
);
const wrong = talk.sent(ticketId, 'wrong', 'segredo', { userId: ana.userId, media: fileOf(uuid(2), { name: 'segredo.pdf' }) });
talk.say(c.MessageDeleted, { ticketId, messageId: wrong, userId: ana.userId });
here.contact(uuid(103), 'Rui', '5511912345679');
const written = here.conversation(place.shop, uuid(103));
written.started();
const forwarded = fileOf(uuid(4), { kind: 'audio', mime: 'audio/mpeg', name: 'recado.mp3' });
const outside = written.outreach('file', 'Ouça', { userId: ana.userId, media: forwarded });
const answered = written.opened('1', { queueId: place.sales, userId: ana.userId });
written.received(answered, 'thanks', 'Ouvi!', { quotedId: outside });
talk.closed(ticketId, ana.userId);
const later = talk.opened('2', { queueId: place.sales, userId: ana.userId });
const theirs = { coming: 31, kept: 32, failed: 33, again: 34 } as const;
const ofTheirs = Object.fromEntries(
  Object.entries(theirs).map(([name, n]) => {
    const media = announcedFile(uuid(n), { bytes: name === 'coming' ? null : 900 });
    return [name, talk.received(later, name, 'A praia', { brings: { media } })];
  }),
) as Record<keyof typeof theirs, string>;
const about = (name: keyof typeof theirs) => ({ ticketId: later, messageId: ofTheirs[name] });
talk.say(c.MediaStored, {
  ...about('kept'),
  media: fileOf(uuid(theirs.kept), { kind: 'image', width: 8, height: 6, thumbnail: true }),
});
for (const name of ['failed', 'again'] as const) talk.say(c.MediaFailed, { ...about(name), attempt: 1, reason: 'unavailable' });
talk.say(c.MediaRetried, { ...about('again'), attempt: 2, userId: ana.userId, receivedRevision: 1 });
here.contact(uuid(102), 'Lia', '5511912345678');
const gone = here.conversation(place.shop, uuid(102));
gone.started();
const goneTicket = gone.opened('1', { queueId: place.sales, userId: ana.userId });
gone.sent(goneTicket, 'file', 'dela', { userId: ana.userId, media: fileOf(uuid(3)) });

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()], [uuid(102)]);
});
afterAll(() => service.close());

const page = async (query: Record<string, string | number> = {}) =>
  (await service.ask(ana, searchMedias, { params: { ticketId }, query })).body;

test('a message has its file, with addresses that are valid for some hours', async () => {
  const { messages } = await page({ before: many[0]! });
  const [message] = messages;
  expect(message).toMatchObject({
    body: 'A praia',
    mediaType: 'image',
    mediaError: null,
    media: { kind: 'image', mime: 'image/jpeg', bytes: 1_000, name: 'praia.jpg', width: 800, height: 600, durationMs: null },
  });
  const links = mediaLinks(service.engine.config.PROSA_TOKEN_SECRET);
  for (const [url, id] of [
    [message?.mediaUrl, photo.mediaId],
    [message?.media?.thumbnailUrl, thumbnailId(photo.mediaId)],
  ] as const) {
    const [, , , mediaId, signature] = url!.split('/');
    expect(mediaId).toBe(id);
    expect(links.until(id, signature!, Date.now())).not.toBeNull();
  }
  expect(JSON.stringify(message)).not.toContain(photo.sha256);
});

test('all files of a ticket are listed, newest first and paged, without deleted ones', async () => {
  const first = await page();
  expect([first.messages.length, first.hasMore, first.count]).toEqual([20, true, 25]);
  expect(first.messages.map(({ id }) => id)).toEqual(many.toReversed().slice(0, 20));
  const next = await page({ before: first.messages.at(-1)!.id });
  expect(next.messages.map(({ mediaType }) => mediaType)).toEqual([...Array(4).fill('application'), 'image']);
  expect(next).toEqual({ ...(await page({ pageNumber: 2 })) });
  expect(next.hasMore).toBe(false);
});

test('a deleted message has no file, and a forgotten person’s file no name', async () => {
  const { messages } = (await service.ask(ana, list, { params: { ticketId } })).body;
  expect(messages.find(({ id }) => id === wrong)).toMatchObject({ media: null, mediaUrl: null, mediaType: null, body: '' });
  expect(JSON.stringify(messages)).not.toContain('segredo');
  const [forgotten] = (await service.ask(ana, searchMedias, { params: { ticketId: goneTicket } })).body.messages;
  expect(forgotten).toMatchObject({ body: null, media: { kind: 'document', name: null } });
});

test('a file sent outside of any ticket is shown like any other, also in the quote of an answer', async () => {
  const { messages } = (await service.ask(ana, list, { params: { ticketId: answered } })).body;
  expect(messages[0]).toMatchObject({ ticketId: null, mediaType: 'audio', media: { kind: 'audio', name: 'recado.mp3' } });
  expect(messages[0]!.mediaUrl).toContain(forwarded.mediaId);
  expect(messages[1]).toMatchObject({ body: 'Ouvi!', quotedMsg: { id: outside, body: 'Ouça', kind: 'audio' } });
});

test('a quote has the small picture of the file, as the message itself', async () => {
  const { messages } = (await service.ask(ana, list, { params: { ticketId }, query: { goMessage: beach } })).body;
  const [own, quoted] = [beach, oi].map((id) => messages.find((one) => one.id === id));
  expect(quoted!.quotedMsg).toMatchObject({ id: beach, kind: 'image', thumbnailUrl: own!.media!.thumbnailUrl });
  expect(own!.media!.thumbnailUrl).toContain(thumbnailId(photo.mediaId));
});

test('a user who does not see the ticket sees none of its files', async () => {
  expect(await service.ask(zoe, searchMedias, { params: { ticketId } })).toMatchObject({
    status: 404,
    error: 'ERR_NO_TICKET_FOUND',
  });
  expect(await service.ask(carla, searchMedias, { params: { ticketId: newId() } })).toMatchObject({ status: 404 });
});

test('a customer’s file has the facts that its channel states until it is stored, and a failure its reason; the gallery has it once it is stored', async () => {
  const { messages } = (await service.ask(ana, list, { params: { ticketId: later } })).body;
  const of = (name: keyof typeof theirs) => messages.find(({ id }) => id === ofTheirs[name]);
  const announced = { kind: 'image', mime: 'image/jpeg', bytes: 900, name: 'praia.jpg', width: null, thumbnailUrl: null };
  const coming = { body: 'A praia', fromMe: false, mediaType: 'image', mediaUrl: null, mediaError: null };
  expect(of('coming')).toMatchObject({ ...coming, media: { ...announced, bytes: null } });
  expect(of('again')).toMatchObject({ ...coming, media: announced });
  expect(of('failed')).toMatchObject({ ...coming, mediaError: 'unavailable', media: announced });
  expect(of('kept')).toMatchObject({ mediaError: null, media: { kind: 'image', width: 8, height: 6 } });
  expect(of('kept')?.mediaUrl).toContain(uuid(theirs.kept));
  expect(of('kept')?.media?.thumbnailUrl).toContain(thumbnailId(uuid(theirs.kept)));
  const gallery = (await service.ask(ana, searchMedias, { params: { ticketId: later } })).body;
  expect([gallery.count, gallery.messages.map(({ id }) => id)]).toEqual([1, [ofTheirs.kept]]);
});

test('the history has each try, and the file without its hash', async () => {
  const { body } = await service.ask(carla, routes.tickets.history, { params: { ticketId: later } });
  const of = (name: keyof typeof theirs) => body.filter(({ data }) => data.messageId === ofTheirs[name]);
  expect(of('again').map(({ type }) => type)).toEqual(['MessageReceived', 'MediaFailed', 'MediaRetried']);
  expect(of('kept')[0]?.data).toMatchObject({ media: { name: 'nota.pdf', width: 8 } });
  expect(JSON.stringify(body)).not.toContain(photo.sha256);
});
