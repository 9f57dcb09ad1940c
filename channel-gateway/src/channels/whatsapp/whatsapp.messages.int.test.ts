import { type Inbound, newId } from '@prosa/contracts';
import { proto } from '@whiskeysockets/baileys';
import { volume } from '../../../../infra/testing/volume.ts';
import { until } from '../../testing/gateway.fixture.ts';
import { type LinkedShop, openLinkedShop, type WhatsAppWorld } from '../../testing/whatsapp.fixture.ts';
import type { Phone } from '../../testing/whatsapp-peer/phone.ts';

let world: WhatsAppWorld;
let shop: Phone;
let carla: Phone;
let id: string;
let gateway: LinkedShop['gateway'];
let companion: LinkedShop['companion'];
beforeEach(async () => {
  ({ world, shop, carla, gateway, id, companion } = await openLinkedShop(
    { owners: { retryDelaysMs: [100, 200, 300, 400] } },
    { pauseMs: 100, longPauseMs: 300 },
  ));
});
afterEach(() => world.closeSoundly());

const received = async (count: number) => {
  await until(`${count} are reported`, () => world.received(id).length >= count);
  return world.received(id);
};
const done = <Kind extends 'edit' | 'revoke' | 'reaction'>(kind: Kind) =>
  world.heard.filter((said): said is Extract<Inbound, { kind: Kind }> => said.kind === kind);
const reasonOf = (messageId: string) =>
  world.heard.flatMap((said) => (said.kind === 'outcome' && said.messageId === messageId ? [said.reason] : []))[0];
const send = async (body: string | null, more: object = {}) => {
  const message = world.attendant(id, carla).message(body, more);
  await world.send([message]);
  await until('it has an end', () => world.outcomesOf(message.messageId).length > 0);
  return { ...message, outcomes: world.outcomesOf(message.messageId) };
};

test('C10: what is no conversation is confirmed plainly, and holds up nothing', async () => {
  for (const [nth, from] of [
    'status@broadcast',
    '1700000000@broadcast',
    '120363000000000001@newsletter',
    '120363000000000000@g.us',
  ].entries())
    companion.deliver({
      tag: 'message',
      attrs: { id: `NOTHING${nth}`, from, participant: '5511977776666@s.whatsapp.net', type: 'text', t: '1' },
      content: [{ tag: 'enc', attrs: { v: '2', type: 'skmsg' }, content: Buffer.from('nobody can read this') }],
    });
  for (let nth = 0; nth < 50; nth += 1) await carla.write(shop.number, `n${nth}`);
  expect((await received(50)).map(({ body }) => body)).toEqual(Array.from({ length: 50 }, (_, nth) => `n${nth}`));
  expect(companion.held()).toBeNull();
  await until('none is left', () => companion.queued() === 0);
});

test('C10: a change of what somebody says about themselves is confirmed plainly, though Baileys knows no such stanza', async () => {
  companion.deliver({ tag: 'status', attrs: { id: 'ABOUT', from: `${carla.number}@s.whatsapp.net`, t: '1' }, content: [] });
  await until('it is confirmed', () => companion.queued() === 0);
  expect([companion.held(), companion.counts.logins]).toEqual([null, 1]);
});

test('C14: one customer who writes by number and by LID in turn stays in order, as one', async () => {
  const count = volume({ some: 60, all: 102 });
  for (let nth = 0; nth < count; nth += 1) {
    carla.habits.addressing = (['number', 'lid', 'lid only'] as const)[nth % 3]!;
    await carla.write(shop.number, `n${nth}`);
  }
  const all = await received(count);
  expect(all.map(({ body }) => body)).toEqual(Array.from({ length: count }, (_, nth) => `n${nth}`));
  expect(new Set(all.map(({ identities }) => identities.map(({ value }) => value).join()))).toEqual(
    new Set([`5511987654321,${carla.account.lid}@lid`]),
  );
});

test('C27: a customer of whom only the LID is known is known by it, and answered there', async () => {
  const hidden = world.peer.phone('5511955554444', 'Bia');
  hidden.habits.addressing = 'lid only';
  await hidden.write(shop.number, 'Quem sou eu?');
  expect((await received(1))[0]!.identities).toEqual([{ kind: 'lid', value: `${hidden.account.lid}@lid` }]);
  const answer = world.attendant(id, hidden).message('Oi', { to: { kind: 'lid', value: `${hidden.account.lid}@lid` } });
  await world.send([answer]);
  await until('it is shown', () => hidden.shown.some(({ text }) => text === 'Oi'));
});

test('C18: a damaged message is announced under its id, asked for again, and reported under the same id', async () => {
  await carla.write(shop.number, 'first');
  carla.habits.damages = 1;
  const damaged = await carla.write(shop.number, 'damaged');
  const all = await received(3);
  expect(all.map(({ body, line }) => line ?? body)).toEqual(['first', 'undecrypted', 'damaged']);
  expect(all.slice(1).map(({ channelId }) => channelId)).toEqual([damaged, damaged]);
  expect(await world.figureOf(gateway.url, id, 'session_unreadable')).toBe(1);
});

test('C13: what nobody can read yet is a line; it keeps its content, sealed, and is read by a release that can', async () => {
  carla.habits.newer = Buffer.from([0xc2, 0x3e, 2, 0x0a, 0]);
  const unknown = await carla.write(shop.number, {});
  carla.habits.newer = Buffer.alloc(0);
  const known = await carla.write(shop.number, 'text');
  const lines = await received(2);
  expect(lines.map(({ body, line }) => line ?? body)).toEqual(['phone-only', 'text']);
  const kept = async () =>
    (
      await world.pool.query<{ id: string; sealed: Buffer | null }>(
        'select id, sealed from gateway.whatsapp_journal where connection_id = $1 and unread',
        [id],
      )
    ).rows;
  await until('it is kept', async () => (await kept()).length === 1);
  const [one] = await kept();
  expect(one!.id).toContain(unknown);
  expect(one!.sealed!.includes('5511987654321')).toBe(false);
  // As an earlier release would have left what this one can read.
  const vault = world.vaultOf(id);
  const text = proto.Message.encode({ conversation: 'Agora se lê' }).finish();
  const plaintext = Buffer.concat([text, Buffer.from([1])]).toString('base64');
  const entry = { attrs: { id: known, from: '5511987654321@s.whatsapp.net', t: '1' }, plaintext };
  const sealed = await vault.seal(JSON.stringify(entry), 'whatsapp journal earlier');
  await world.pool.query(
    `insert into gateway.whatsapp_journal (connection_id, id, sealed, done, unread) values ($1, 'earlier', $2, true, true)`,
    [id, sealed],
  );
  await gateway.close();
  await world.gateway();
  const [, , again] = await received(3);
  expect(again).toMatchObject({ body: 'Agora se lê', channelId: known, again: true });
  await until('it is read', async () => (await kept()).length === 1);
  expect(await kept()).toEqual([one]);
});

test('C20: the server’s confirmation is awaited: cut before it, the message is sent again under its id, and shown once', async () => {
  const count = volume({ some: 5, all: 50 });
  for (let nth = 0; nth < count; nth += 1) {
    await until('it is connected', () => companion.isOnline());
    world.peer.faults.cutBeforeAck = 1;
    const { outcomes } = await send(`n${nth}`);
    expect(outcomes).toEqual(['taken']);
  }
  expect(carla.shown.map(({ text }) => text)).toEqual(Array.from({ length: count }, (_, nth) => `n${nth}`));
  expect(carla.repeated()).toBeGreaterThan(0);
}, 300_000);

test('C20: a confirmation that never comes: again under the same id, also by “try again”, and shown once', async () => {
  await gateway.close();
  gateway = await world.gateway({ owners: { callMs: 1_000, retryDelaysMs: [50, 50, 50, 50] } });
  await until('it is connected', () => companion.isOnline());
  world.peer.faults.noAck = 1;
  expect((await send('one lost')).outcomes).toEqual(['taken']);
  world.peer.faults.noAck = 5;
  const { outcomes, ...message } = await send('all lost');
  expect(outcomes).toEqual(['unsure']);
  await world.send([{ ...message, attempt: 2, position: '90' }]);
  await until('it is taken', () => world.outcomesOf(message.messageId).includes('taken'));
  // On a slow machine a confirmation that was not lost may come too late as well.
  expect(carla.shown.map(({ id: of, text }) => [text, world.peer.sends(of) >= (text === 'one lost' ? 2 : 6)])).toEqual([
    ['one lost', true],
    ['all lost', true],
  ]);
  world.peer.faults.noAck = 1;
  await world.send([{ ...world.attendant(id, carla).takeBack(message.messageId), position: '91' }]);
  const revoke = await until('it is taken back', () => carla.shown[2]);
  await until('the deletion is repeated', () => world.peer.sends(revoke.id) === 2);
  expect(carla.shown).toHaveLength(3);
});

test('C20: a confirmation with another hash of the devices: once more, with fresh ones', async () => {
  world.peer.faults.otherHash = 1;
  const { messageId, outcomes } = await send('Olá');
  expect(outcomes).toEqual(['taken']);
  await until('it is shown', () => carla.shown.length === 1);
  expect(world.peer.sends(carla.shown[0]!.id)).toBe(2);
  expect(messageId).not.toBe(carla.shown[0]!.id);
});

test('C22: 479 is tried once with fresh sessions; 463 is never repeated', async () => {
  world.peer.faults.refusal = '479';
  world.peer.faults.refuse = 1;
  expect((await send('stale')).outcomes).toEqual(['taken']);
  world.peer.faults.refusal = '463';
  world.peer.faults.refuse = 1;
  world.peer.faults.restrictedUntil = Math.ceil(Date.now() / 1_000) + 2;
  const restricted = await send('restricted');
  expect(restricted.outcomes).toEqual(['failed']);
  expect(reasonOf(restricted.messageId)).toBe('restricted');
  const { until: end } = await until('it is told', () => world.statesOf(id).find(({ reason }) => reason === 'restricted'));
  expect(end).toBe(new Date(world.peer.faults.restrictedUntil * 1_000).toISOString());
  await until('it is over', () => world.statesOf(id).at(-1)?.reason === null);
  expect(world.statesOf(id).at(-1)?.status).toBe('CONNECTED');
  expect(carla.shown.map(({ text }) => text)).toEqual(['stale']);
});

test('C22: 429 pauses the session, ever longer, uses up no try, and a long pause is shown with its end', async () => {
  world.peer.faults.refusal = '429';
  world.peer.faults.refuse = 3;
  const first = await send('Devagar');
  expect(first.outcomes).toEqual(['taken']);
  const { rows } = await world.pool.query('select tries from gateway.outbox where message_id = $1', [first.messageId]);
  expect(rows).toEqual([{ tries: 1 }]);
  const pauses = world.statesOf(id).filter(({ reason }) => reason === 'slow-down');
  // 100 and 200 ms are not shown; 400 ms are.
  expect(pauses).toHaveLength(1);
  expect(Date.parse(pauses[0]!.until!) - Date.parse(pauses[0]!.at)).toBeGreaterThan(250);
  await until('it is over', () => world.statesOf(id).at(-1)?.reason === null);
  await until('it is shown', () => carla.shown.length === 1);
  // Something was accepted: the next pause is a short one.
  world.peer.faults.refuse = 1;
  expect((await send('De novo')).outcomes).toEqual(['taken']);
  expect(world.statesOf(id).filter(({ reason }) => reason === 'slow-down')).toHaveLength(1);
});

test('C22: a number that nobody has on WhatsApp gets nothing, and that is told', async () => {
  const nobody = { ...world.attendant(id, carla).message('Alô?'), to: { kind: 'phone' as const, value: '5511933330000' } };
  await world.send([nobody]);
  await until('it has an end', () => world.outcomesOf(nobody.messageId).length > 0);
  expect(world.outcomesOf(nobody.messageId)).toEqual(['failed']);
  expect(reasonOf(nobody.messageId)).toBe('not-there');
});

test('C23: while a campaign is sent an attendant’s message is next, before what is under way already', async () => {
  const customers = Array.from({ length: 40 }, (_, nth) => world.peer.phone(`55119${String(70_000_000 + nth)}`));
  const campaign = customers.map((one) => world.attendant(id, one).message('Promoção', { priority: 'campaign' }));
  const reached = () => customers.filter(({ shown }) => shown.length > 0).length;
  // Each needs the keys of a person who is written to for the first time, and all that the connection may have under way waits for that.
  world.peer.faults.answerAfterMs = 300;
  world.peer.faults.noAck = 1_000;
  await world.send(campaign);
  await until('it has begun', () => reached() > 0);
  const before = reached();
  await world.send([world.attendant(id, carla).message('Já vai')]);
  await until('the attendant’s is shown', () => carla.shown.length === 1);
  expect(reached() - before).toBeLessThan(8);
  Object.assign(world.peer.faults, { answerAfterMs: 0, noAck: 0 });
});

test('C21: a phone that asks for a message again gets it, from the next owner too', async () => {
  await send('Bom dia');
  await until('it is shown', () => carla.shown.length === 1);
  const shown = carla.shown[0]!.id;
  await gateway.close();
  gateway = await world.gateway();
  await until('it is back', () => companion.counts.logins === 2 && companion.isOnline());
  carla.loseAndAskAgain(shown);
  await until('it is shown again', () => carla.shown.length === 1);
  expect(carla.shown).toMatchObject([{ id: shown, text: 'Bom dia' }]);
});

test('C21: a phone that cannot read a deletion asks for it again, and gets it from the next owner', async () => {
  const { outcomes: _, ...message } = await send('Errado');
  await world.send([{ ...world.attendant(id, carla).takeBack(message.messageId), position: '9' }]);
  const revoke = await until('it is taken back', () => carla.shown[1]);
  await gateway.close();
  gateway = await world.gateway();
  await until('it is back', () => companion.counts.logins === 2 && companion.isOnline());
  carla.loseAndAskAgain(revoke.id);
  const again = await until('it is taken back again', () => carla.shown[1]);
  expect([again.id, again.message.protocolMessage?.key?.id]).toEqual([revoke.id, carla.shown[0]!.id]);
});

test('C17: an edit, a deletion and a reaction are reported with what they are about', async () => {
  const first = await carla.write(shop.number, 'Olá');
  await carla.edit(shop.number, first, 'Olá!');
  await carla.revoke(shop.number, first);
  await carla.react(shop.number, first, '👍', true);
  const { messageId } = await send('Bom dia');
  await until('it is shown', () => carla.shown.length === 1);
  await carla.react(shop.number, carla.shown[0]!.id, '❤️');
  await until('all are reported', () => done('reaction').length === 2);
  expect(done('edit')).toMatchObject([{ target: { channelId: first }, body: 'Olá!' }]);
  expect(done('revoke')).toMatchObject([{ target: { channelId: first } }]);
  expect(done('reaction')).toMatchObject([
    { target: { channelId: first }, emoji: '👍' },
    { target: { messageId }, emoji: '❤️' },
  ]);
});

test('C13: a place and contact cards arrive as such', async () => {
  const place = { latitude: -23.5, longitude: -46.6, name: 'Sé', address: null };
  const [rui, bia] = [
    { name: 'Rui; filho', numbers: ['+55 11 91111-2222'] },
    { name: 'Bia', numbers: [] },
  ];
  for (const cards of [{ place }, { contacts: [rui] }, { contacts: [rui, bia] }])
    expect((await send(null, cards)).outcomes).toEqual(['taken']);
  await until('they are shown', () => carla.shown.length === 3);
  const vcard = 'BEGIN:VCARD\nVERSION:3.0\nN:;Rui\\; filho;;;\nFN:Rui\\; filho\nTEL;type=CELL:+55 11 91111-2222\nEND:VCARD';
  expect(carla.shown.map(({ message }) => message)).toMatchObject([
    { locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Sé' } },
    { contactMessage: { displayName: 'Rui; filho', vcard } },
    { contactsArrayMessage: { displayName: 'Rui; filho, Bia', contacts: [{ vcard }, { displayName: 'Bia' }] } },
  ]);
});

test('C13: places, contacts, choices, polls and what only the phone shows', async () => {
  await carla.write(shop.number, { locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Sé' } });
  await carla.write(shop.number, {
    contactMessage: {
      displayName: 'Rui',
      vcard: 'BEGIN:VCARD\nFN:Rui\nitem1.TEL;waid=5511911112222:+55 11 91111-2222\nEND:VCARD',
    },
  });
  await carla.write(shop.number, { listResponseMessage: { title: 'Vendas', singleSelectReply: { selectedRowId: 'sales' } } });
  await carla.write(shop.number, { pollCreationMessage: { name: 'Qual?', options: [{ optionName: 'A' }, { optionName: 'B' }] } });
  await carla.write(shop.number, { viewOnceMessage: { message: { imageMessage: { mimetype: 'image/jpeg' } } } });
  await carla.write(shop.number, { extendedTextMessage: { text: 'Resposta', contextInfo: { stanzaId: 'ABC' } } });
  expect(await received(6)).toMatchObject([
    { body: null, place: { latitude: -23.5, longitude: -46.6, name: 'Sé' } },
    { body: null, contacts: [{ name: 'Rui', numbers: ['+55 11 91111-2222'] }] },
    { body: null, choice: { id: 'sales', title: 'Vendas' } },
    { body: 'Qual?\n· A\n· B' },
    { body: null, line: 'view-once' },
    { body: 'Resposta', quoted: { channelId: 'ABC' } },
  ]);
});

test('a quote of ours names the customer’s message; a deletion takes ours back', async () => {
  const asked = await carla.write(shop.number, 'Quanto custa?');
  await received(1);
  const message = await send('R$ 10', { quoted: { messageId: newId(), channelId: asked } });
  await until('it is shown', () => carla.shown.length === 1);
  const text = carla.shown[0]!.message.extendedTextMessage!;
  expect(text.contextInfo).toMatchObject({ stanzaId: asked, participant: '5511987654321@s.whatsapp.net' });
  await world.send([
    { ...world.attendant(id, carla).takeBack(message.messageId), conversation: message.conversation, position: '9' },
  ]);
  await until('it is taken back', () => carla.shown.length === 2);
  expect(carla.shown[1]!.message.protocolMessage).toMatchObject({
    type: proto.Message.ProtocolMessage.Type.REVOKE,
    key: { id: carla.shown[0]!.id, fromMe: true },
  });
});

test('C24: a receipt that comes before our id is noted is counted all the same', async () => {
  world.peer.faults.ackAfterMs = 500;
  const { messageId } = await send('Olá');
  await until('it is delivered', () => world.acksOf(messageId).includes(3));
});

test('C13: a missed call is reported once, as what it was; an answered one is not', async () => {
  await carla.call(shop.number, { answered: true });
  const missed = await carla.call(shop.number, { video: true });
  await carla.write(shop.number, 'Não atende?');
  expect(await received(2)).toMatchObject([
    { call: { kind: 'video' }, body: null, channelId: missed, name: 'Carla' },
    { body: 'Não atende?' },
  ]);
  await until('none is left', () => companion.queued() === 0);
});

test('C13: what a customer writes after a call is reported after it, however long the call takes to be written', async () => {
  // Whatever is written first is held back, and lets others pass.
  await world.pool.query(`
    create function gateway.hold_first() returns trigger language plpgsql as $$
    begin
      if pg_try_advisory_xact_lock(1) then perform pg_sleep(0.5); end if;
      return new;
    end $$;
    create trigger hold_first before insert on gateway.whatsapp_journal for each row execute function gateway.hold_first()`);
  try {
    const missed = await carla.call(shop.number);
    await carla.write(shop.number, 'Não atende?');
    expect(await received(2)).toMatchObject([{ call: { kind: 'voice' }, channelId: missed }, { body: 'Não atende?' }]);
  } finally {
    await world.pool.query('drop function gateway.hold_first cascade');
  }
});

test('C10: where the company takes no calls, one that rings is rejected at once, and reported as missed once', async () => {
  const called = async (): Promise<string> => {
    const call = await carla.call(shop.number, { rings: true });
    carla.hangUp(shop.number, call);
    await until('it is reported', () => reportsOf(call) > 0);
    return call;
  };
  const reportsOf = (call: string): number => world.received(id).filter(({ channelId }) => channelId === call).length;
  const taken = await called();
  await world.setting('call', 'disabled');
  await until('calls are not taken', async () => world.peer.hasRejected(await called()));
  expect(world.peer.hasRejected(taken)).toBe(false);
  const call = await carla.call(shop.number, { rings: true, video: true });
  await until('it is rejected while it rings', () => world.peer.hasRejected(call));
  carla.hangUp(shop.number, call);
  await carla.write(shop.number, 'Então escrevo');
  await until('the text is reported', () => world.texts(id).includes('Então escrevo'));
  expect(world.received(id).slice(-2)).toMatchObject([{ call: { kind: 'video' }, channelId: call }, { body: 'Então escrevo' }]);
  expect([reportsOf(taken), reportsOf(call)]).toEqual([1, 1]);
  await until('none is left', () => companion.queued() === 0);
});

test('C9: writing and reading at once harms no session: nothing is asked for again, and all is in order', async () => {
  const ana = world.attendant(id, carla);
  const answers = Array.from({ length: 15 }, (_, nth) => ana.message(`out ${nth}`));
  const writing = (async () => {
    for (let nth = 0; nth < 15; nth += 1) await carla.write(shop.number, `in ${nth}`);
  })();
  await Promise.all([writing, world.send(answers)]);
  await until('all are shown', () => carla.shown.length === 15);
  const all = await received(15);
  expect(all.map(({ body }) => body)).toEqual(Array.from({ length: 15 }, (_, nth) => `in ${nth}`));
  expect(carla.shown.map(({ text }) => text)).toEqual(Array.from({ length: 15 }, (_, nth) => `out ${nth}`));
  expect(carla.receipts.filter(({ type }) => type === 'retry')).toEqual([]);
  expect(carla.repeated()).toBe(0);
});

describe('C16: what the company writes on its phone', () => {
  const mirrored = () => world.heard.filter((said): said is Extract<Inbound, { kind: 'mirrored' }> => said.kind === 'mirrored');

  test('is reported once, as the company’s, to whom it was written; so are its changes', async () => {
    const said = await shop.write(carla.number, 'Da loja');
    await shop.edit(carla.number, said, 'Da loja!');
    await shop.revoke(carla.number, said);
    const asked = await carla.write(shop.number, 'Oi');
    await shop.react(carla.number, asked, '👍');
    await until('all is reported', () => done('reaction').length === 1);
    expect(mirrored()).toMatchObject([{ channelId: said, body: 'Da loja', name: '' }]);
    expect(mirrored()[0]!.identities[0]).toEqual({ kind: 'phone', value: carla.number });
    expect(done('edit')).toMatchObject([{ own: true, target: { channelId: said }, body: 'Da loja!' }]);
    expect(done('revoke')).toMatchObject([{ own: true, target: { channelId: said } }]);
    expect(done('reaction')).toMatchObject([{ own: true, target: { channelId: asked }, emoji: '👍' }]);
  });

  test('while the gateway is down is reported when it is back, once', async () => {
    await gateway.close();
    await shop.write(carla.number, 'enquanto isso');
    await carla.write(shop.number, 'ok');
    gateway = await world.gateway();
    await until('all is reported', () => world.texts(id).includes('ok'));
    expect(mirrored().map(({ body }) => body)).toEqual(['enquanto isso']);
    await send('from Prosa');
    expect(mirrored()).toHaveLength(1);
  });
});

test('C24: what is read on the screen is shown on the customer’s phone; of many reads the newest counts', async () => {
  const first = await carla.write(shop.number, 'Oi');
  const second = await carla.write(shop.number, 'Tudo bem?');
  await received(2);
  const { reads } = world.attendant(id, carla);
  await world.send([reads([first, second], '8'), reads([first], '7')]);
  const isRead = (of: string) => carla.receipts.some(({ id: about, type }) => about === of && type === 'read');
  await until('the phone shows it', () => isRead(first) && isRead(second));
});
