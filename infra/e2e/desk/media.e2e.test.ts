import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { type HistoryEntry, type MessageOwn, type MessageView, newId, type TicketOwn, type TicketView } from '@prosa/contracts';
import sharp from 'sharp';
import { type Product, startProductOnSharedPostgres } from '../../testing/product.ts';
import { type Customer, eventually, messagesOf, openTicket, signIn, type User } from '../people.fixture.ts';
import { listen } from '../screen.fixture.ts';

let product: Product;
let ana: User;
let ticket: TicketOwn;
let who: Customer;
beforeAll(async () => {
  product = await startProductOnSharedPostgres({ instances: 2 });
  ana = await signIn(product.url, 'ana@prosa.demo');
  ({ ticket, who } = await openTicket(product, ana));
});
afterAll(() => product.stop());

const post = async <Body>(path: string, parts: [string, Blob | string, string?][], key?: string) => {
  const body = new FormData();
  for (const [field, value, name] of parts) value instanceof Blob ? body.append(field, value, name) : body.append(field, value);
  const headers = { authorization: `Bearer ${ana.token}`, ...(key && { 'idempotency-key': key }) };
  const answer = await fetch(`${product.url}/api${path}`, { method: 'POST', headers, body });
  return { status: answer.status, body: (await answer.json()) as Body };
};
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const stored = () =>
  readdirSync(join(product.data, 'media'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(product.data, 'media', path)).isFile(),
  );
const shownOf = (id: string) =>
  eventually('the message', async () => (await messagesOf(ana, ticket.id)).find((message) => message.id === id));

test('a picture of an attendant reaches the customer’s phone and every screen with unchanged bytes', async () => {
  const screen = await listen(product.url, ana);
  const bytes = await sharp({ create: { width: 900, height: 500, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer();
  const uploaded = await post<{ mediaId: string }>(`/media?ticketId=${ticket.id}`, [['file', new Blob([bytes]), 'praia.jpg']]);
  expect(uploaded).toMatchObject({ status: 201, body: { kind: 'image', width: 900, height: 500 } });
  const { body: sent } = await ana.call<MessageOwn>(`POST /messages/${ticket.id}`, {
    mediaId: uploaded.body.mediaId,
    body: 'A praia',
  });
  const frame = await screen.push('appMessage', ({ record }) => record.id === sent.id);
  const shown = await shownOf(sent.id);
  expect(frame.record).toMatchObject({ mediaUrl: shown.mediaUrl, media: shown.media });
  expect(shown).toMatchObject({ mediaType: 'image', media: { kind: 'image', mime: 'image/jpeg', name: 'praia.jpg' } });
  // No token: the address is enough, as a browser fetches pictures.
  const fetched = await fetch(`${product.url}${shown.mediaUrl}`);
  expect(Buffer.from(await fetched.arrayBuffer()).equals(bytes)).toBe(true);
  expect(fetched.headers.get('content-security-policy')).toBe('sandbox');
  const part = await fetch(`${product.url}${shown.mediaUrl}`, { headers: { range: 'bytes=100-199' } });
  expect([part.status, Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))]).toEqual([206, true]);
  expect((await fetch(`${product.url}${shown.media?.thumbnailUrl}`)).headers.get('content-type')).toBe('image/webp');
  expect((await fetch(`${product.url}${shown.mediaUrl}x`)).status).toBe(403);
  const entry = await eventually('the delivery', async () => (await who.delivered()).find(({ id }) => id === sent.id));
  expect(entry).toMatchObject({
    type: 'image',
    text: 'A praia',
    media: { filename: 'praia.jpg', size: bytes.length, sha256: sha256(bytes) },
  });
  const { connection } = product.demo;
  const phone = await fetch(`${product.url}${entry.media!.url}`, { headers: { authorization: `Bearer ${connection.token}` } });
  expect(sha256(new Uint8Array(await phone.arrayBuffer()))).toBe(sha256(bytes));
  const row = await ana.call<TicketView>(`GET /tickets/${ticket.id}`);
  expect(row.body).toMatchObject({ lastMessage: 'A praia', lastMessageKind: 'image' });
  const gallery = await ana.call<{ messages: MessageView[] }>(`GET /messages/${ticket.id}/searchMedias`);
  expect(gallery.body.messages.map(({ id }) => id)).toEqual([sent.id]);
  await screen.close();
});

test('several files larger than any other body pass the origin in one call, as one message each', async () => {
  const [large, small] = [randomBytes(20 * 1024 * 1024), randomBytes(1_000)];
  const key = newId();
  const send = () =>
    post<MessageOwn & { messages: MessageOwn[] }>(
      `/messages/${ticket.id}`,
      [
        ['fromMe', 'true'],
        ['body', 'Dois arquivos'],
        ['medias', new Blob([large]), 'grande.bin'],
        ['medias', new Blob([small]), 'pequeno.bin'],
      ],
      key,
    );
  const first = await send();
  expect(first.status).toBe(201);
  expect(await send()).toEqual(first);
  const entries = await eventually('the deliveries', async () => {
    const found = (await who.delivered()).filter(({ media }) => media?.filename?.endsWith('.bin'));
    return found.length >= 2 && found;
  });
  expect(entries.map(({ id, text, media }) => ({ id, text, sha256: media?.sha256 }))).toEqual([
    { id: first.body.messages[0]!.id, text: 'Dois arquivos', sha256: sha256(large) },
    { id: first.body.messages[1]!.id, text: '', sha256: sha256(small) },
  ]);
});

test('a refused upload has a code, even while its body is still being sent; other calls accept no files', async () => {
  const before = stored();
  const bytes = new Blob([randomBytes(18 * 1024 * 1024)]);
  const picture = new Blob([
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
    bytes,
  ]);
  expect(await post(`/media?ticketId=${ticket.id}`, [['file', picture, 'a.png']])).toMatchObject({
    status: 413,
    body: { error: 'ERR_TOO_LARGE' },
  });
  expect(await post(`/media?ticketId=${newId()}`, [['file', bytes, 'a.bin']])).toMatchObject({ status: 404 });
  expect(await post('/tags', [['file', bytes, 'a.bin']])).toMatchObject({ status: 413 });
  expect(await post('/tags', [['file', new Blob(['x']), 'a.bin']])).toMatchObject({ status: 400 });
  const nobody = await fetch(`${product.url}/api/media`, { method: 'POST', body: new FormData() });
  expect(nobody.status).toBe(401);
  // Larger than any file may be: refused before it is received.
  const refused = await new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(product.url);
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 200 * 1024 * 1024 };
    const call = request({ hostname, port, path: '/api/media', method: 'POST', headers }, (answer) => {
      resolve(answer.statusCode!);
      call.destroy();
    });
    call.on('error', reject);
    call.write('--b\r\n');
  });
  expect(refused).toBe(413);
  expect(stored()).toEqual(before);
});

/** Sends a customer's file as a form through the origin; returns the channel's own id of the message. */
const bring = async (type: string, bytes: Uint8Array, name: string, text = ''): Promise<string> => {
  const { connection } = product.demo;
  const id = newId();
  const form = new FormData();
  const fields = { id, type, from: who.number, name: who.name, text, at: new Date().toISOString() };
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('media', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }), name);
  const answer = await fetch(`${product.url}/webhooks/simulator/${connection.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${connection.token}` },
    body: form,
  });
  expect(answer.status).toBe(202);
  return who.messageId(ticket.contactId, id);
};
const gallery = async () =>
  (await ana.call<{ messages: MessageView[] }>(`GET /messages/${ticket.id}/searchMedias`)).body.messages.map(({ id }) => id);

test('a customer’s picture is shown at once as a placeholder, and its bytes a moment later', async () => {
  const screen = await listen(product.url, ana);
  const delivered = await who.delivered();
  const bytes = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#753' } })
    .jpeg()
    .toBuffer();
  const media = { mimetype: 'image/jpeg', filename: '../praia.jpg', data: bytes.toString('base64') };
  const id = who.messageId(ticket.contactId, await who.act({ type: 'image', text: 'A praia daqui', media }));
  const [first, last] = [
    await screen.push('appMessage', ({ record, action }) => record.id === id && action === 'create'),
    await screen.push('appMessage', ({ record }) => record.id === id && record.mediaUrl !== null),
  ];
  expect(first.record).toMatchObject({
    body: 'A praia daqui',
    fromMe: false,
    mediaType: 'image',
    mediaError: null,
    media: { kind: 'image', bytes: bytes.length, name: 'praia.jpg' },
  });
  const shown = await shownOf(id);
  expect(shown).toMatchObject({ mediaError: null, media: { kind: 'image', mime: 'image/jpeg', width: 800, height: 400 } });
  expect(last.record).toMatchObject({ mediaUrl: shown.mediaUrl, media: shown.media });
  const fetched = await fetch(`${product.url}${shown.mediaUrl}`);
  expect(sha256(new Uint8Array(await fetched.arrayBuffer()))).toBe(sha256(bytes));
  expect((await fetch(`${product.url}${shown.media?.thumbnailUrl}`)).headers.get('content-type')).toBe('image/webp');
  const row = await ana.call<TicketView>(`GET /tickets/${ticket.id}`);
  expect(row.body).toMatchObject({ lastMessage: 'A praia daqui', lastMessageKind: 'image', lastMessageFromMe: false });
  expect((await gallery())[0]).toBe(id);
  expect(await who.delivered()).toEqual(delivered);
  await who.act({ type: 'deleted', targetId: id });
  const gone = await eventually('the deletion', async () => {
    const message = await shownOf(id);
    return message.isDeleted && message;
  });
  expect(gone).toMatchObject({ media: null, mediaUrl: null, mediaType: null, body: '' });
  expect(await gallery()).not.toContain(id);
  await screen.close();
});

test('the type of a customer’s large file is detected from its bytes, whatever its name; a program can only be downloaded', async () => {
  const bytes = Buffer.concat([Buffer.from('MZ'), randomBytes(30 * 1024 * 1024)]);
  const id = await bring('image', bytes, 'foto.jpg', 'Olha');
  const shown = await eventually('the file', async () => {
    const message = await shownOf(id);
    return message.mediaUrl !== null && message;
  });
  expect(shown).toMatchObject({ mediaType: 'application', media: { kind: 'document', name: 'foto.jpg', bytes: bytes.length } });
  const fetched = await fetch(`${product.url}${shown.mediaUrl}`);
  expect(fetched.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(sha256(new Uint8Array(await fetched.arrayBuffer()))).toBe(sha256(bytes));
});

test('a customer’s file that is too large says why, and is not asked for again', async () => {
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const id = await bring('image', Buffer.concat([png, randomBytes(18 * 1024 * 1024)]), 'grande.png', 'Veja');
  const failed = await eventually('the failure', async () => {
    const message = await shownOf(id);
    return message.mediaError !== null && message;
  });
  expect(failed).toMatchObject({ mediaError: 'too-large', mediaUrl: null, mediaType: 'image', body: 'Veja' });
  const again = await ana.call(`POST /messages/${id}/retry`);
  expect(again).toMatchObject({ status: 409, body: { error: 'ERR_MEDIA_UNUSABLE' } });
  const tale = (await ana.call<HistoryEntry[]>(`GET /tickets/${ticket.id}/history`)).body
    .filter(({ data }) => data.messageId === id)
    .map(({ type }) => type);
  expect(tale).toEqual(['MessageReceived', 'MediaFailed']);
  expect(await gallery()).not.toContain(id);
  expect(await ana.call(`POST /messages/${who.messageId(ticket.contactId, newId())}/retry`)).toMatchObject({ status: 404 });
});
