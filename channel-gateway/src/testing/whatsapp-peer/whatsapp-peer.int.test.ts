import { DisconnectReason, downloadMediaMessage } from '@whiskeysockets/baileys';
import { until } from '../../../../infra/testing/until.ts';
import { type BaileysClient, baileysClient, memoryAuth, trustPeer } from './client.fixture.ts';
import { node } from './nodes.ts';
import type { Phone } from './phone.ts';
import { startWhatsAppPeer, type WhatsAppPeer } from './whatsapp-peer.ts';

let peer: WhatsAppPeer;
let shop: Phone;
let carla: Phone;
const clients: BaileysClient[] = [];
beforeEach(async () => {
  peer = await startWhatsAppPeer();
  trustPeer(peer);
  shop = peer.phone('5511900000001', 'Loja');
  carla = peer.phone('5511987654321', 'Carla');
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.end();
  await peer.close();
  expect(peer.problems).toEqual([]);
});

const client = (auth = memoryAuth(), more = {}) => {
  const one = baileysClient(peer.wsUrl, auth, more);
  clients.push(one);
  return one;
};
/** A client that is linked to the shop's phone by its QR code, and logged in. */
const linked = async (more = {}) => {
  const first = client();
  const companion = await shop.scan(await first.code());
  expect(await first.closed()).toBe(DisconnectReason.restartRequired);
  const second = client(first.auth, more);
  await second.open();
  return { client: second, companion };
};

test('a device is linked by its QR code: a restart is asked for, and the next login opens', async () => {
  const { client: device } = await linked();
  expect(device.auth.creds.me).toMatchObject({ id: '5511900000001:1@s.whatsapp.net', lid: expect.stringMatching(/:1@lid$/) });
});

test('a device is linked by a code that is typed into its phone, and into no other', async () => {
  const first = client();
  await first.code();
  const code = await first.sock.requestPairingCode('5511900000001');
  await until(() => peer.asksForCode(shop.number));
  await expect(carla.typeCode(code)).rejects.toThrow('No device asked');
  await shop.typeCode(code);
  expect(await first.closed()).toBe(DisconnectReason.restartRequired);
  const second = client(first.auth);
  await second.open();
});

test('a code that is not what the phone was told is refused', async () => {
  const first = client();
  await first.code();
  await first.sock.requestPairingCode('5511900000001');
  await until(() => peer.asksForCode(shop.number));
  await expect(shop.typeCode('AAAAAAAA')).rejects.toThrow('authenticate');
  expect(shop.account.companions.size).toBe(0);
});

test('a text goes both ways, encrypted, once each; receipts come back', async () => {
  const { client: device } = await linked();
  await carla.write(shop.number, 'Olá!');
  await until(() => device.texts().includes('Olá!'));
  expect(device.messages.find(({ message }) => message?.conversation)?.key).toMatchObject({
    remoteJid: '5511987654321@s.whatsapp.net',
    fromMe: false,
  });
  await until(() => carla.receipts.length > 0);
  expect(carla.receipts).toMatchObject([{ type: 'inactive' }]);

  const sent = await device.sock.sendMessage('5511987654321@s.whatsapp.net', { text: 'Bom dia' });
  await until(() => carla.shown.length === 1);
  expect(carla.shown).toMatchObject([{ id: sent!.key.id, text: 'Bom dia', from: shop.number, isOwn: false }]);
  await until(() => device.statuses.some(({ id, status }) => id === sent!.key.id && status === 3));
  carla.read(sent!.key.id!);
  await until(() => device.statuses.some(({ id, status }) => id === sent!.key.id && status === 4));
  // The owner's phone shows it too.
  expect(shop.shown.filter(({ isOwn }) => isOwn)).toMatchObject([{ text: 'Bom dia', chat: carla.number }]);
  await device.sock.readMessages([device.messages.find(({ message }) => message?.conversation)!.key]);
  await until(() => carla.receipts.some(({ type }) => type === 'read'));
});

test('a customer is known by number, by both, or by LID alone', async () => {
  const { client: device } = await linked();
  carla.habits.addressing = 'lid';
  await carla.write(shop.number, 'both');
  carla.habits.addressing = 'lid only';
  await carla.write(shop.number, 'LID');
  await until(() => device.texts().length === 2);
  const [both, alone] = ['both', 'LID'].map((text) => device.messages.find(({ message }) => message?.conversation === text)!.key);
  expect(both).toMatchObject({ remoteJid: `${carla.account.lid}@lid`, remoteJidAlt: '5511987654321@s.whatsapp.net' });
  expect(alone).toMatchObject({ remoteJid: `${carla.account.lid}@lid` });
  expect(alone!.remoteJidAlt).toBeUndefined();
  await device.sock.sendMessage(`${carla.account.lid}@lid`, { text: 'to the LID' });
  await until(() => carla.shown.some(({ text }) => text === 'to the LID'));
});

test('the owner writes from the phone: the device is told', async () => {
  const { client: device } = await linked();
  await shop.write(carla.number, 'From the phone');
  await until(() => device.texts().includes('From the phone'));
  expect(device.messages.find(({ message }) => message?.conversation)?.key).toMatchObject({
    fromMe: true,
    remoteJid: '5511987654321@s.whatsapp.net',
  });
  expect(carla.shown).toMatchObject([{ text: 'From the phone' }]);
});

test('a picture goes both ways; the media server sees no plain bytes', async () => {
  const { client: device } = await linked();
  const picture = Buffer.from('a picture, as far as anybody here knows');
  await carla.sendFile(shop.number, picture, 'image', { mimetype: 'image/jpeg', caption: 'Praia' });
  const got = await until(() => device.messages.find(({ message }) => message?.imageMessage));
  expect(got!.message!.imageMessage!.caption).toBe('Praia');
  expect(await downloadMediaMessage(got!, 'buffer', {})).toEqual(picture);
  await device.sock.sendMessage('5511987654321@s.whatsapp.net', {
    document: picture,
    mimetype: 'application/pdf',
    fileName: 'nota.pdf',
  });
  const shown = await until(() => carla.shown.find(({ message }) => message.documentMessage));
  expect(carla.openFile(shown!)).toEqual(picture);
  expect(shown!.message.documentMessage).toMatchObject({ fileName: 'nota.pdf', mimetype: 'application/pdf' });
});

test('a device comes back without a second scan, and is given what came meanwhile, in order, marked as such', async () => {
  const { client: device, companion } = await linked();
  await carla.write(shop.number, 'before');
  await until(() => device.texts().includes('before'));
  device.end();
  await until(() => !companion.isOnline());
  for (let nth = 0; nth < 30; nth += 1) await carla.write(shop.number, `away ${nth}`);
  const again = client(device.auth);
  await until(() => again.texts().length === 30);
  expect(again.texts()).toEqual(Array.from({ length: 30 }, (_, nth) => `away ${nth}`));
  await until(() => companion.queued() === 0);
});

test('what was not confirmed is delivered again with the same bytes', async () => {
  const { client: device, companion } = await linked();
  device.sock.ws.removeAllListeners('CB:message');
  await carla.write(shop.number, 'not heard');
  await until(() => companion.queued() === 1);
  companion.cut();
  expect(await device.closed()).toBe(DisconnectReason.connectionClosed);
  const again = client(device.auth);
  await until(() => again.texts().includes('not heard'));
});

test('a device that refuses a status is held up: what comes after it waits for the next login', async () => {
  // Baileys confirms what it ignores with an error.
  const ignoring = { shouldIgnoreJid: (jid: string) => jid === 'status@broadcast' };
  const { client: device, companion } = await linked(ignoring);
  await carla.write(shop.number, 'before');
  await until(() => device.texts().includes('before'));
  const participant = '5511987654321@s.whatsapp.net';
  companion.deliver(node('message', { id: 'STATUS', from: 'status@broadcast', participant, type: 'text', t: '1' }));
  await until(() => companion.held() === 'STATUS');
  await carla.write(shop.number, 'behind');
  // The answer to this comes after whatever the device was given before it.
  const acks: string[] = [];
  device.sock.ws.on('CB:ack,class:message', ({ attrs }: { attrs: { id: string } }) => acks.push(attrs.id));
  const sent = await device.sock.sendMessage(participant, { text: 'Bom dia' });
  await until(() => acks.includes(sent!.key.id!));
  device.end();
  await until(() => !companion.isOnline());
  expect(companion.queued()).toBeGreaterThanOrEqual(2);
  const again = client(device.auth, ignoring);
  await until(() => again.texts().includes('behind'));
  expect(device.texts()).toEqual(['before']);
});

test('a second login replaces the first, which is told 440; two sockets at once are counted', async () => {
  const { client: device, companion } = await linked();
  expect(companion.counts.mostLive).toBe(1);
  const second = client(device.auth);
  expect(await device.closed()).toBe(DisconnectReason.connectionReplaced);
  await second.open();
  expect(companion.counts.mostLive).toBe(2);
});

test('an unlinked device is told 401, and so is its next login', async () => {
  const { client: device, companion } = await linked();
  shop.unlink(companion);
  expect(await device.closed()).toBe(DisconnectReason.loggedOut);
  const again = client(device.auth);
  expect(await again.closed()).toBe(DisconnectReason.loggedOut);
});

test('a device that logs out is gone from the account', async () => {
  const { client: device } = await linked();
  await device.sock.logout();
  expect(await device.closed()).toBe(DisconnectReason.loggedOut);
  await until(() => shop.account.companions.size === 0);
  expect(peer.totals).toEqual({ logins: 1, mostLive: 1 });
});

test('a damaged message is asked for again, and read the second time under the same id', async () => {
  const { client: device } = await linked();
  await carla.write(shop.number, 'first');
  await until(() => device.texts().includes('first'));
  carla.habits.damages = 1;
  const id = await carla.write(shop.number, 'damaged');
  await until(() => device.texts().includes('damaged'));
  expect(device.messages.filter(({ key }) => key.id === id).length).toBeGreaterThanOrEqual(2);
});

test('a phone that cannot read a message asks again, and gets it under the same id', async () => {
  const { client: device } = await linked();
  const sent = await device.sock.sendMessage('5511987654321@s.whatsapp.net', { text: 'Bom dia' });
  await until(() => carla.shown.length === 1);
  carla.loseAndAskAgain(sent!.key.id!);
  await until(() => carla.shown.length === 1);
  expect(carla.shown).toMatchObject([{ id: sent!.key.id, text: 'Bom dia' }]);
});

test('the server of a stranger is refused', async () => {
  peer.faults.stranger = true;
  expect(await client().closed()).toBe(400);
});

test('a refused login is told its reason', async () => {
  const { client: device } = await linked();
  device.end();
  for (const reason of [403, 405, 503]) {
    peer.faults.failure = { reason: String(reason) };
    expect(await client(device.auth).closed()).toBe(reason);
  }
});

test('messages are refused, not confirmed, or cut off before they are confirmed, as asked for', async () => {
  const { client: device, companion } = await linked();
  const to = '5511987654321@s.whatsapp.net';
  const acks: Record<string, string>[] = [];
  device.sock.ws.on('CB:ack,class:message', ({ attrs }: { attrs: Record<string, string> }) => acks.push(attrs));
  peer.faults.refuse = 1;
  await device.sock.sendMessage(to, { text: 'refused' });
  await until(() => acks.some(({ error }) => error === '463'));
  peer.faults.noAck = 1;
  await device.sock.sendMessage(to, { text: 'silence' });
  await until(() => carla.shown.some(({ text }) => text === 'silence'));
  expect(acks).toHaveLength(1);
  peer.faults.cutBeforeAck = 1;
  await device.sock.sendMessage(to, { text: 'cut' });
  expect(await device.closed()).toBe(DisconnectReason.connectionClosed);
  expect(carla.shown.map(({ text }) => text)).toEqual(['silence', 'cut']);
  expect(companion.isOnline()).toBe(false);
});

test('a phone drops the second message of one id', async () => {
  const { client: device } = await linked();
  const to = '5511987654321@s.whatsapp.net';
  for (let time = 0; time < 2; time += 1) await device.sock.sendMessage(to, { text: 'once' }, { messageId: '3EB0ABCDEF' });
  await until(() => carla.repeated() === 1);
  expect(carla.shown).toHaveLength(1);
  expect(peer.sends('3EB0ABCDEF')).toBe(2);
});

test('a group: what members and the device write is read by all the others', async () => {
  const { client: device } = await linked();
  const rui = peer.phone('5511911112222', 'Rui');
  const group = peer.group('Entregas', [shop, carla, rui]);
  await carla.writeToGroup(group, 'first');
  await carla.writeToGroup(group, 'second');
  await rui.writeToGroup(group, 'third');
  await until(() => device.texts().length === 3);
  expect(device.texts()).toEqual(['first', 'second', 'third']);
  expect(device.messages.find(({ message }) => message?.conversation === 'first')!.key).toMatchObject({
    remoteJid: group,
    participant: `${carla.account.lid}@lid`,
    participantAlt: '5511987654321@s.whatsapp.net',
  });
  await device.sock.sendMessage(group, { text: 'from the device' });
  for (const phone of [carla, rui])
    await until(() =>
      phone.shown.some(({ text, chat, from }) => text === 'from the device' && chat === group && from === shop.number),
    );
});
