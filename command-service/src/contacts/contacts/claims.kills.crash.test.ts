import { type ContactView, canonicalIdentity, conversationOf, conversationStream, type Fact, newId } from '@prosa/contracts';
import { drawn, volume } from '../../../../infra/testing/volume.ts';
import type { CommandService } from '../../app.ts';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import type { Deps } from '../../kernel/deps.ts';
import { dyingConcurrently, type Moment } from '../../testing/dying.fixture.ts';
import { type Answer, ask, caughtUp, eventually, outboundOf, startPair, wrote } from '../../testing/world.fixture.ts';

const { world, c1, c2, scene } = await startPair();
/** An instance whose clock is one hour ahead, so that abandoned claims count as old. */
const later = await world.instance({ clock: () => new Date(Date.now() + 3_600_000) });
const facts: Fact[] = [];
const stop = new AbortController();
let read = 0n;
const reading = c1.deps.store.subscribeAll({
  from: 'start',
  prefixes: ['contact-', 'conversation-'],
  signal: stop.signal,
  onBatch: (batch, upTo) => {
    facts.push(...batch);
    read = upTo;
  },
});
const sends = await outboundOf(c1.bus, 'send');
afterAll(async () => {
  stop.abort();
  await reading;
  await world.close();
});

type Through = { app: CommandService['app']; deps: Deps };
type Story = {
  /** Number of appends that the call makes. */
  appends: number;
  /** Sets up the state before the call and returns the call, which can be repeated as the same command. */
  begins: (phones: { old: string; next: string; lid: string }) => Promise<(through: Through) => Promise<Answer | null>>;
  /** The call is made this many hours later than everything before. */
  hours?: number;
};
const asked = (through: Through, call: Parameters<typeof ask>[1], more: Parameters<typeof ask>[2]) =>
  ask(through as CommandService, call, { token: scene.ana.token, ...more });
const contact = async (number: string) =>
  (await ask<ContactView>(c1, 'POST /contacts', { token: scene.ana.token, body: { name: 'Maria', number } })).body;
const numberChanged = async (old: string, next: string) => {
  const { id } = await contact(old);
  const key = newId();
  return (through: Through) => asked(through, `PUT /contacts/${id}`, { body: { number: next }, key });
};
const written = (phone: string, ...more: string[]) => {
  const identities = [phone, ...more].map((value) => ({
    kind: value.endsWith('@lid') ? ('lid' as const) : ('phone' as const),
    value,
  }));
  const message = wrote(scene, phone, `De ${phone} (${newId()})`, { identities });
  return async (through: { deps: Deps }) => {
    await createInbound(through.deps)(message);
    return null;
  };
};
const dying = async (beside: CommandService, moment: Moment, call: (through: Through) => Promise<unknown>) => {
  const process = dyingConcurrently(beside, moment);
  call(process).then(process.over, process.over);
  return process.dead;
};

const stories: Record<string, Story> = {
  'a contact is made': {
    appends: 2,
    begins: async ({ next }) => {
      const key = newId();
      return (through) => asked(through, 'POST /contacts', { body: { name: 'João', number: next }, key });
    },
  },
  'a number is changed': { appends: 2, begins: ({ old, next }) => numberChanged(old, next) },
  'a number is changed back': {
    appends: 2,
    begins: async ({ old, next }) => {
      const { id } = await contact(next);
      await asked(c2, `PUT /contacts/${id}`, { body: { number: old } });
      const key = newId();
      return (through) => asked(through, `PUT /contacts/${id}`, { body: { number: next }, key });
    },
  },
  'a customer writes first': { appends: 4, begins: async ({ next }) => written(next) },
  'a customer writes, known in two ways': { appends: 6, begins: async ({ next, lid }) => written(lid, next) },
  'a number that was left in a change is another’s by a change': {
    appends: 3,
    hours: 1,
    begins: async ({ old, next }) => {
      const { id } = await contact(`${old.slice(0, -2)}88`);
      await dying(c1, { append: 1, landed: true }, (through) =>
        asked(through, `PUT /contacts/${id}`, { body: { number: next }, key: newId() }),
      );
      return numberChanged(old, next);
    },
  },
  'a number that was left in a change is another’s by being made': {
    appends: 3,
    hours: 1,
    begins: async ({ old, next }) => {
      await dying(c1, { append: 1, landed: true }, await numberChanged(old, next));
      const key = newId();
      return (through) => asked(through, 'POST /contacts', { body: { name: 'João', number: next }, key });
    },
  },
};
/** Whether the repeat comes before what others do then. */
const orders = [true, false];
const moments = Object.entries(stories).flatMap(([name, { appends }]) =>
  drawn(
    `${name}, killed at`,
    Array.from({ length: appends }, (_, n) => n + 1).flatMap((append) =>
      [false, true].flatMap((landed) => orders.map((repeatFirst) => ({ name, append, landed, repeatFirst }))),
    ),
  ),
);

let cases = 0;
test.each(moments)('$name, killed at append $append (landed: $landed; repeated first: $repeatFirst)', async (one) => {
  cases += 1;
  const place = String(cases).padStart(3, '0');
  const phones = { old: `551198${place}1001`, next: `551198${place}2002`, lid: `77${place}@lid` };
  const { begins, hours } = stories[one.name]!;
  const call = await begins(phones);
  expect(await dying(hours ? later : c1, one, call)).toBe(true);
  const others = async () => {
    for (const phone of [phones.next, phones.old]) await written(phone)(c2);
  };
  if (!one.repeatFirst) await others();
  const repeat = await call(hours ? later : c2);
  if (one.repeatFirst) await others();

  // It succeeded in the end, or another contact has the number by now.
  if (repeat) expect(one.repeatFirst ? [200, 201] : [200, 201, 409]).toContain(repeat.status);
  await understood();
  const { numbers, conversations } = people();
  const mine = [...numbers].filter(([, number]) => Object.values(phones).some((phone) => isSame(phone, number)));
  expect(new Set(mine.map(([, number]) => spelled(number))).size).toBe(mine.length);
  if (repeat && repeat.status < 300) expect(numbers.get(repeat.body.id as string)).toBe(phones.next);
  const met = facts.filter(
    ({ type, data }) =>
      type === 'MessageReceived' && Object.values(phones).some((phone) => (data as { body: string }).body.includes(phone)),
  );
  expect(met.length).toBeGreaterThanOrEqual(2);
  for (const { data } of met) {
    const { body, ticketId } = data as { body: string; ticketId: string };
    const from = body.split(' ')[1]!;
    const number = numbers.get(conversations.get(conversationStream(conversationOf(ticketId)!))!)!;
    const ways = one.name.includes('two ways') && from !== phones.old ? [phones.lid, phones.next] : [from];
    expect(ways.map(spelled)).toContain(spelled(number));
    const answer = `Resposta a ${body}`;
    await asked(c2, `PUT /tickets/${ticketId}`, { body: { status: 'open' } });
    expect((await asked(c2, `POST /messages/${ticketId}`, { body: { body: answer } })).status).toBe(201);
    const sent = await eventually(
      () => sends.find((send) => send.body === answer),
      (found) => found !== undefined,
    );
    expect(spelled(sent!.to.value)).toBe(spelled(number));
  }
});

test('of two concurrent changes to one number on two instances one is carried out', async () => {
  for (let round = 0; round < volume({ some: 3, all: 10 }); round += 1) {
    const next = `551197001${String(round).padStart(4, '0')}`;
    const [one, two] = await Promise.all([
      numberChanged(`551197002${String(round).padStart(4, '0')}`, next),
      numberChanged(`551197003${String(round).padStart(4, '0')}`, next),
    ]);
    const answers = await Promise.all([one(c1), two(c2)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await Promise.all([one(c2), two(c1)])).map(({ status }) => status)).toEqual(answers.map(({ status }) => status));
  }
});

test('a customer who writes while their number is being given to a contact gets that contact or a new one of their own', async () => {
  for (let round = 0; round < volume({ some: 5, all: 20 }); round += 1) {
    const [old, next] = [`551196001${String(round).padStart(4, '0')}`, `551196002${String(round).padStart(4, '0')}`];
    const change = await numberChanged(old, next);
    const [answer] = await Promise.all([change(c1), written(next)(c2), written(old)(c2), written(next)(c1)]);
    await understood();
    const { numbers } = people();
    const holders = [...numbers].filter(([, number]) => isSame(number, next));
    expect(holders).toHaveLength(1);
    if (answer.status === 200) expect(holders[0]![0]).toBe(answer.body.id);
    else expect(answer).toMatchObject({ status: 409, body: { error: 'ERR_DUPLICATED_CONTACT' } });
    expect([...numbers].filter(([, number]) => isSame(number, old)).length).toBeLessThanOrEqual(1);
  }
});

test('changing a number and back, while the old one is being released, leaves the contact its number', async () => {
  for (let round = 0; round < volume({ some: 3, all: 10 }); round += 1) {
    const [old, next] = [`551195001${String(round).padStart(4, '0')}`, `551195002${String(round).padStart(4, '0')}`];
    const { id } = await contact(old);
    for (const [through, number] of [
      [c1, next],
      [c2, old],
      [c1, next],
      [c2, old],
    ] as const)
      expect((await asked(through, `PUT /contacts/${id}`, { body: { number } })).status).toBe(200);
    await reacted();
    await written(old)(c1);
    await written(next)(c2);
    await understood();
    const holders = (number: string) =>
      [...people().numbers].filter(([, one]) => isSame(one, number)).map(([contactId]) => contactId);
    expect(holders(old)).toEqual([id]);
    expect(holders(next)).toEqual([expect.not.stringContaining(id)]);
  }
});

const spelled = (number: string) => canonicalIdentity({ kind: number.endsWith('@lid') ? 'lid' : 'phone', value: number }).value;
const isSame = (one: string, other: string) => spelled(one) === spelled(other);
const understood = async () => {
  const head = await c1.deps.store.head();
  await eventually(
    () => read,
    (position) => position >= head,
  );
};
const reacted = async () => {
  await caughtUp(c1.deps, ['released-numbers']);
  await eventually(
    () => c1.deps.pool.query('select from command.deferred_work'),
    ({ rowCount }) => rowCount === 0,
  );
};
/** The number of each contact, and the contact of each conversation. */
const people = () => {
  const numbers = new Map<string, string>();
  const conversations = new Map<string, string>();
  for (const { type, data, meta } of facts) {
    const { contactId, number } = data as { contactId: string; number?: string };
    if (number !== undefined) numbers.set(contactId, number);
    if (type === 'ConversationStarted') conversations.set(meta.stream, contactId);
  }
  return { numbers, conversations };
};
