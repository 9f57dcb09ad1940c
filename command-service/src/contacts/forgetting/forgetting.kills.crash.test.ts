import { type ContactView, canonicalNumber, conversationKey, conversationStream, type Fact } from '@prosa/contracts';
import { drawn } from '../../../../infra/testing/volume.ts';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import type { Deps } from '../../kernel/deps.ts';
import { knownSets } from '../../kernel/known-sets.ts';
import type { ReactorTools } from '../../kernel/reactor.ts';
import { dyingConcurrently, type Moment } from '../../testing/dying.fixture.ts';
import { ask, makeScene, startWorld, wrote } from '../../testing/world.fixture.ts';
import { streamOfItem } from '../contact-lists/list-items.reading.ts';
import { createForgetting } from './forgetting.ts';

const world = await startWorld();
afterAll(() => world.close());
/** No reactor runs: the test carries out what the reactor would, in a process that dies, and then in another. */
const [one, two] = await Promise.all([world.instance({ idle: true }), world.instance({ idle: true })]);
const scene = await makeScene(one);
const { companyId, connectionId, admin } = scene;
const { store, keys, pool } = one.deps;

/** A turn that a dead process holds would be held in this one. */
const toolsOf = (deps: Deps): ReactorTools => ({
  ...deps,
  turns: { ...deps.turns, run: async (_of, _companyId, work) => work() },
  sets: knownSets(deps.store, deps.kept),
  keepFresh: (memory) => memory,
  shared: (make) => make(deps.store),
});
type Forgotten = Fact<string, { contactId: string }>;
const forgottenIn = async (contactId: string) =>
  (await store.load(`contact-${contactId}`)).filter(({ type }) => type === 'ContactForgotten') as Forgotten[];
const call = async <Body>(asked: Parameters<typeof ask>[1], body?: object) =>
  (await ask<Body>(one, asked, { token: admin.token, ...(body && { body }) })).body;
const claimOf = async (number: string) => {
  const stream = await keys.identityStream(companyId, 'phone', canonicalNumber(number));
  return (await store.load(stream, { direction: 'backwards', max: 1 }))[0]!;
};
const timesIn = async (stream: string, type: string) => (await store.load(stream)).filter((fact) => fact.type === type).length;
const talk = (contactId: string) => conversationStream(conversationKey(connectionId, contactId));

let phones = 0;
const phone = () => {
  phones += 1;
  return `551197334${String(phones).padStart(4, '0')}`;
};

/** The merged contact, two identities, an item of a list, the conversation: what is appended. */
const moments: Moment[] = [1, 2, 3, 4, 5].flatMap((append) => [false, true].map((landed) => ({ append, landed })));

test.each(drawn('forgetting', moments))('killed at %j, it is finished by another process, each step once', async (moment) => {
  const [number, other] = [phone(), phone()];
  const kept = await call<ContactView>('POST /contacts', { name: 'Zebedeu', number });
  const merged = await call<ContactView>('POST /contacts', { name: 'Zebedeu Q.', number: other });
  await createInbound(one.deps)(wrote(scene, number, 'Oi'));
  await call('POST /contacts/merge', { keepId: kept.id, mergeId: merged.id });
  const list = await call<{ id: string }>('POST /contact-lists', { name: `Lista ${number}` });
  const item = await call<{ id: string }>('POST /contact-list-items', {
    name: 'Zebedeu',
    number,
    email: '',
    contactListId: list.id,
  });
  await call(`POST /contacts/${kept.id}/forget`);
  const [told] = await forgottenIn(kept.id);

  const dying = dyingConcurrently(one, moment);
  createForgetting(toolsOf(dying.deps)).carryOut(told!).then(dying.over, dying.over);
  expect(await dying.dead).toBe(true);
  const another = createForgetting(toolsOf(two.deps));
  await another.carryOut(told!);
  const [ofMerged] = await forgottenIn(merged.id);
  await another.carryOut(ofMerged!);
  // And once more, as after a crash before the work was noted as done.
  for (const fact of [told!, ofMerged!]) await another.carryOut(fact);

  const { rows } = await pool.query('select id from keys.subject where id = any($1) and destroyed_at is null', [
    [kept.id, merged.id, item.id],
  ]);
  expect(rows).toEqual([]);
  for (const one of [number, other]) expect((await claimOf(one)).type).toBe('IdentityReleased');
  expect(await timesIn(streamOfItem(item.id)!, 'ContactListItemForgotten')).toBe(1);
  for (const id of [kept.id, merged.id]) {
    expect(await forgottenIn(id)).toHaveLength(1);
    expect(await timesIn(talk(id), 'ConversationForgotten')).toBe(1);
  }
  expect(await timesIn(talk(kept.id), 'TicketClosed')).toBe(1);
});
