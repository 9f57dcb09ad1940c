import { until } from '../../../../infra/testing/until.ts';
import { type BaileysClient, baileysClient, trustPeer } from './client.fixture.ts';
import { handRoutes } from './hand.routes.ts';
import { startWhatsAppPeer, type WhatsAppPeer } from './whatsapp-peer.ts';

let peer: WhatsAppPeer;
const clients: BaileysClient[] = [];
beforeEach(async () => {
  peer = await startWhatsAppPeer();
  trustPeer(peer);
  peer.onRequest(handRoutes(peer));
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.end();
  await peer.close();
});
const url = (path: string) => peer.wsUrl.replace(/^ws/, 'http').replace('/ws/chat', path);
const post = async (path: string, body: unknown) => {
  const reply = await fetch(url(path), { method: 'POST', body: body instanceof Buffer ? body : JSON.stringify(body) });
  return { status: reply.status, text: await reply.text() };
};
const state = async () =>
  (await fetch(url('/state'))).json() as Promise<{
    phones: { number: string; shown: { id: string; text: string; hasFile: boolean }[] }[];
  }>;

test('phones are made, scan, write, send files and mark as read by the page’s calls', async () => {
  expect(await (await fetch(url('/'))).text()).toContain('WhatsApp peer');
  for (const number of ['5511900000001', '5511987654321', '5511900000001'])
    expect((await post('/phones', { number })).status).toBe(200);
  const first = baileysClient(peer.wsUrl);
  clients.push(first);
  expect(await post('/phones/5511900000001/scan', { code: 'nonsense' })).toMatchObject({
    status: 400,
    text: expect.stringContaining('not valid'),
  });
  expect((await post('/phones/5511900000001/scan', { code: await first.code() })).status).toBe(200);
  await first.closed();
  const device = baileysClient(peer.wsUrl, first.auth);
  clients.push(device);
  await device.open();
  await post('/phones/5511987654321/write', { to: '5511900000001', text: 'Olá' });
  await post('/phones/5511987654321/files?to=5511900000001&kind=image&mime=image/png', Buffer.from('picture'));
  await until(() => device.texts().includes('Olá') && device.messages.some(({ message }) => message?.imageMessage));
  const sent = await device.sock.sendMessage('5511987654321@s.whatsapp.net', { text: 'Bom dia' });
  await until(async () => (await state()).phones.at(-1)!.shown.some(({ text }) => text === 'Bom dia'));
  await post('/phones/5511987654321/read', { id: sent!.key.id });
  await until(() => device.statuses.some(({ status }) => status === 4));
  await post('/phones/5511900000001/cut', {});
  expect(await device.closed()).toBe(428);
});

test('what is not there is refused with words', async () => {
  expect(await post('/phones/123/write', {})).toMatchObject({ status: 400, text: 'There is no phone 123.' });
  expect((await post('/elsewhere', {})).status).toBe(400);
});
