import { type Inbound, newId } from '@prosa/contracts';
import { proto } from '@whiskeysockets/baileys';
import { until } from '../../testing/gateway.fixture.ts';
import { type LinkedShop, openLinkedShop, type WhatsAppWorld } from '../../testing/whatsapp.fixture.ts';
import type { Phone } from '../../testing/whatsapp-peer/phone.ts';

let world: WhatsAppWorld;
let shop: Phone;
let carla: Phone;
let rui: Phone;
let id: string;
let group: string;
let gateway: LinkedShop['gateway'];
let companion: LinkedShop['companion'];
beforeEach(async () => {
  ({ world, shop, carla, gateway, id, companion } = await openLinkedShop());
  rui = world.peer.phone('5511944443333', 'Rui');
  group = world.peer.group('Entregas', [shop, carla, rui]);
  await world.setting('CheckMsgIsGroup', 'disabled');
});
afterEach(() => world.closeSoundly());

/** Ends when the gateway has heard of the setting. A key that came with an earlier message was not taken, and is asked for. */
const groupsAreTaken = (text = 'Quem vem?') =>
  until('groups are taken', async () => {
    await carla.writeToGroup(group, text);
    return world.texts(id).includes(text);
  });
const groupsAreNotTaken = () =>
  until('they are not taken', async () => {
    const before = world.received(id).length;
    await carla.writeToGroup(group, 'in the group');
    const alone = await carla.write(shop.number, 'alone');
    await until('it is reported', () => world.received(id).some(({ channelId }) => channelId === alone));
    return world.received(id).length === before + 1;
  });

const done = <Kind extends 'edit' | 'revoke' | 'reaction'>(kind: Kind) =>
  world.heard.filter((said): said is Extract<Inbound, { kind: Kind }> => said.kind === kind);

test('C15: a group’s message names the group and who of it wrote; the same person alone is another conversation', async () => {
  await groupsAreTaken('from Carla');
  await rui.writeToGroup(group, 'from Rui');
  const inGroup = await until('both are reported', () => world.received(id).find(({ body }) => body === 'from Rui'));
  expect(companion.counts.groupsAsked).toBe(1);
  await rui.write(shop.number, 'from Rui alone');
  const alone = await until('it is reported', () => world.received(id).find(({ body }) => body === 'from Rui alone'));
  const author = [
    { kind: 'phone', value: rui.number },
    { kind: 'lid', value: `${rui.account.lid}@lid` },
  ];
  expect(inGroup).toMatchObject({ identities: [{ kind: 'group', value: group }], name: 'Entregas' });
  expect(inGroup.author).toEqual({ identities: author, name: 'Rui' });
  expect(inGroup.channelId).toMatch(new RegExp(`/${rui.number}$`));
  expect(alone).toMatchObject({ identities: author, name: 'Rui' });
  expect(alone.author).toBeUndefined();
  const answer = { ...world.attendant(id, carla).message('To all'), to: { kind: 'group' as const, value: group } };
  await world.send([answer]);
  await until('all members have it', () => [carla, rui].every(({ shown }) => shown.some(({ text }) => text === 'To all')));
});

test('C17: in a group too a message is named by its id and its author, whoever else names the id', async () => {
  await groupsAreTaken();
  const said = await rui.writeToGroup(group, 'Eu');
  const { channelId: known } = await until('it is reported', () => world.received(id).find(({ body }) => body === 'Eu'));
  const key = { id: said, fromMe: false, remoteJid: group, participant: `${rui.account.lid}@lid` };
  const contextInfo = { stanzaId: said, participant: key.participant };
  await carla.writeToGroup(group, { extendedTextMessage: { text: 'Ótimo', contextInfo } });
  await carla.writeToGroup(group, { reactionMessage: { key, text: '👍' } });
  const revoke = (named: object) => ({ protocolMessage: { type: proto.Message.ProtocolMessage.Type.REVOKE, key: named } });
  await carla.writeToGroup(group, revoke(key));
  const mine = { ...key, fromMe: true };
  await rui.writeToGroup(group, { reactionMessage: { key: mine, text: '❤️' } });
  await rui.writeToGroup(group, {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
      key: mine,
      editedMessage: { conversation: 'Eu vou' },
    },
  });
  await rui.writeToGroup(group, revoke(mine));
  await until('all are reported', () => done('revoke').length === 2 && world.texts(id).includes('Ótimo'));
  expect(world.received(id).find(({ body }) => body === 'Ótimo')!.quoted).toEqual({ channelId: known });
  expect(done('reaction').map(({ target, emoji }) => [target, emoji])).toEqual([
    [{ channelId: known }, '👍'],
    [{ channelId: known }, '❤️'],
  ]);
  expect(done('edit')).toMatchObject([{ target: { channelId: known }, body: 'Eu vou' }]);
  const [foreign, own] = done('revoke').map(({ target }) => target);
  expect(own).toEqual({ channelId: known });
  expect(foreign).not.toEqual(own);

  const answer = world.attendant(id, carla).message('Combinado', { quoted: { messageId: newId(), channelId: known } });
  await world.send([{ ...answer, to: { kind: 'group', value: group } }]);
  const shown = await until('it is shown', () => rui.shown.find(({ text }) => text === 'Combinado'));
  expect(shown.message.extendedTextMessage!.contextInfo).toMatchObject({
    stanzaId: said,
    participant: `${rui.number}@s.whatsapp.net`,
  });
});

test('C17: what a member wrote while only their LID was known is the same message when their number is', async () => {
  rui.habits.addressing = 'lid only';
  await groupsAreTaken();
  const said = await rui.writeToGroup(group, 'Eu');
  const known = await until('it is reported', () => world.received(id).find(({ body }) => body === 'Eu'));
  expect(known.author!.identities).toEqual([{ kind: 'lid', value: `${rui.account.lid}@lid` }]);
  await gateway.close();
  gateway = await world.gateway();
  rui.habits.addressing = 'number';
  await rui.write(shop.number, 'Aqui é o Rui');
  await until('the number is known', () => world.received(id).some(({ identities }) => identities[0]!.kind === 'phone'));
  const named = { id: said, fromMe: false, remoteJid: group, participant: `${rui.account.lid}@lid` };
  const mine = { ...named, fromMe: true };
  const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type;
  const contextInfo = { stanzaId: said, participant: named.participant };
  await carla.writeToGroup(group, { extendedTextMessage: { text: 'Ótimo', contextInfo } });
  await carla.writeToGroup(group, { reactionMessage: { key: named, text: '👍' } });
  const edit = { type: MESSAGE_EDIT, key: mine, editedMessage: { conversation: 'Eu vou' } };
  await rui.writeToGroup(group, { protocolMessage: edit });
  await rui.writeToGroup(group, { protocolMessage: { type: REVOKE, key: mine } });
  await until('all are reported', () => done('revoke').length === 1 && world.texts(id).includes('Ótimo'));
  const { channelId } = known;
  expect(world.received(id).find(({ body }) => body === 'Ótimo')!.quoted).toEqual({ channelId });
  expect([done('reaction'), done('edit'), done('revoke')].map(([one]) => one!.target)).toEqual(Array(3).fill({ channelId }));
  expect(done('edit')[0]!.author!.identities[0]).toEqual({ kind: 'phone', value: rui.number });
  const answer = world.attendant(id, carla).message('Combinado', { quoted: { messageId: newId(), channelId } });
  await world.send([{ ...answer, to: { kind: 'group', value: group } }]);
  const shown = await until('it is shown', () => rui.shown.find(({ text }) => text === 'Combinado'));
  const { participant } = shown.message.extendedTextMessage!.contextInfo!;
  expect(participant).toBe(`${rui.account.lid}@lid`);
});

test('C18: who told the group’s key while groups were not taken is asked for it, and read from then on', async () => {
  await world.setting('CheckMsgIsGroup', 'enabled');
  await groupsAreNotTaken();
  const unheard = await rui.writeToGroup(group, 'unheard');
  await until('it is confirmed', () => companion.queued() === 0);
  await world.setting('CheckMsgIsGroup', 'disabled');
  await groupsAreTaken();
  const said = [await rui.writeToGroup(group, 'heard')];
  const ofRui = () => world.received(id).filter(({ channelId }) => channelId.endsWith(rui.number));
  await until('it is read', () => ofRui().length === 2);
  said.push(await rui.writeToGroup(group, 'heard at once'));
  await until('that is reported', () => ofRui().length === 3);
  expect(ofRui().map(({ channelId, line, body }) => [channelId, line ?? body])).toEqual(
    [
      [said[0], 'undecrypted'],
      [said[0], 'heard'],
      [said[1], 'heard at once'],
    ].map(([of, shown]) => [`${of}/${rui.number}`, shown]),
  );
  expect(world.received(id).map(({ channelId }) => channelId)).not.toContain(`${unheard}/${rui.number}`);
});

test('C24: the first member who has a message, or has read it, counts for the group', async () => {
  rui.habits.confirms = false;
  const message = { ...world.attendant(id, carla).message('To all'), to: { kind: 'group' as const, value: group } };
  await world.send([message]);
  await until('one of them has it', () => world.acksOf(message.messageId).includes(3));
  const shown = await until('the other one shows it too', () => rui.shown.find(({ text }) => text === 'To all'));
  expect(world.acksOf(message.messageId)).not.toContain(4);
  carla.read(shown.id);
  await until('one of them has read it', () => world.acksOf(message.messageId).includes(4));
});

test('C10: no longer taken, its messages are confirmed plainly', async () => {
  await world.setting('CheckMsgIsGroup', 'enabled');
  await groupsAreNotTaken();
  await until('none is left', () => companion.queued() === 0);
  expect(companion.held()).toBeNull();
});
