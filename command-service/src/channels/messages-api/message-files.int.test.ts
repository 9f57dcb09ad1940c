import { newId } from '@prosa/contracts';
import { formOf, post } from '../../media/media.fixture.ts';
import { eventually, joinPair, outboundOf } from '../../testing/world.fixture.ts';
import { messagesApiOf, type Reply } from './messages-api.fixture.ts';

const { world, c1: service } = await joinPair();
const { withToken, sentAs, factsOf } = messagesApiOf(service);
const sends = await outboundOf(service.bus, 'send');
afterAll(() => world.close());

const sendOf = (id: string) =>
  eventually(
    () => sends.find(({ messageId }) => messageId === id),
    (one) => one !== undefined,
  );
const asToken = (token: string) => ({ id: '', name: '', token });
test('each is a message, wherever the number stands in the form; the words go with the first', async () => {
  const { scene, token } = await withToken();
  const form = formOf([
    { bytes: Buffer.from('um'), name: 'um.txt' },
    { bytes: Buffer.from('dois'), name: 'dois.txt' },
  ]);
  form.append('number', '5511988880014');
  form.append('body', 'As notas');
  const key = newId();
  const { status, body } = await post<Reply>(service, '/messages/send', asToken(token), form, key);
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: body.ids![0], ack: 1, state: 'waiting' });
  const facts = await factsOf(body.id);
  expect(facts.map(({ data }) => [data.messageId, data.body, data.media?.name])).toEqual([
    [body.ids![0], 'As notas', 'um.txt'],
    [body.ids![1], '', 'dois.txt'],
  ]);
  expect(await sendOf(body.ids![1]!)).toMatchObject({ media: { name: 'dois.txt' }, priority: 'integration' });
  expect((await sentAs(token, body.ids![1]!)).status).toBe(200);
  expect((await post<Reply>(service, '/messages/send', asToken(token), form, key)).body).toEqual(body);
  expect(await factsOf(body.id)).toHaveLength(2);
  // What was kept for the company while the form came is gone again.
  const { rows } = await service.deps.pool.query<{ state: string }>('select state from command.media where company_id = $1', [
    scene.companyId,
  ]);
  expect(rows.map(({ state }) => state === 'claimed' || state === 'kept')).toEqual([true, true]);
  const changed = formOf([{ bytes: Buffer.from('outra'), name: 'um.txt' }], { number: '5511988880014', body: 'As notas' });
  expect((await post(service, '/messages/send', asToken(token), changed, key)).body.error).toBe('ERR_IDEMPOTENCY_MISMATCH');
});

test('without a number, or with neither words nor file, a form is refused at its fields; words alone are a text', async () => {
  const { token } = await withToken();
  const fields = async (form: FormData) => (await post(service, '/messages/send', asToken(token), form)).body;
  expect(await fields(formOf([{ bytes: Buffer.from('um') }], { body: 'Oi' }))).toMatchObject({
    fields: { number: 'Required' },
  });
  expect(await fields(formOf([], { number: '5511988880015' }))).toMatchObject({ fields: { medias: 'Required' } });
  const text = await post<Reply>(service, '/messages/send', asToken(token), formOf([], { number: '5511988880015', body: 'Só' }));
  expect(text.body.ids).toBeUndefined();
  expect((await factsOf(text.body.id)).map(({ data }) => data.body)).toEqual(['Só']);
});

test('a file of 101 MB is refused, and nothing of it is left', async () => {
  const { scene, token } = await withToken();
  const large = new Blob([new Uint8Array(101 * 1024 * 1024)]);
  const form = formOf([{ bytes: large, name: 'grande.bin' }], { number: '5511988880016' });
  expect(await post(service, '/messages/send', asToken(token), form)).toMatchObject({
    status: 413,
    body: { error: 'ERR_TOO_LARGE' },
  });
  const { rowCount } = await service.deps.pool.query('select from command.media where company_id = $1', [scene.companyId]);
  expect(rowCount).toBe(0);
});

test('a form that is cut off is refused as one that cannot be read', async () => {
  const { token } = await withToken();
  const answer = await fetch(`${service.app.listeningOrigin}/api/messages/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=a' },
    body: '--a\r\nContent-Disposition: form-data; name="number"\r\n\r\n55',
  });
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ error: 'ERR_BAD_REQUEST' })]);
});

test('so is one that is cut off within a file, of which nothing is left', async () => {
  const { scene, token } = await withToken();
  const answer = await fetch(`${service.app.listeningOrigin}/api/messages/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=a' },
    body: '--a\r\nContent-Disposition: form-data; name="medias"; filename="um.txt"\r\nContent-Type: text/plain\r\n\r\num',
  });
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ error: 'ERR_BAD_REQUEST' })]);
  const { rowCount } = await service.deps.pool.query('select from command.media where company_id = $1', [scene.companyId]);
  expect(rowCount).toBe(0);
});
