import { conversationKey, conversationStream, type Inbound, limits, newId } from '@prosa/contracts';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { createResolveContact } from '../../contacts/contacts/resolve-contact.ts';
import { ask, eventually, joinPair, makeScene, wrote } from '../../testing/world.fixture.ts';
import { createInbound } from '../inbound/inbound.consumer.ts';

const { world, c1, c2, scene } = await joinPair();
afterAll(() => world.close());
const [first, second] = [createInbound(c1.deps), createInbound(c2.deps)];

const { token } = scene.admin;
const create = (fields: object, by = token) =>
  ask<Record<string, string>>(c1, 'POST /social-medias', { token: by, body: fields });
const sourceIds = async ({ deps }: typeof c1) => (await deps.referenceData.socialMedias(scene.companyId)).map(({ id }) => id);
/** A source that both instances know. */
const source = async (fields: object): Promise<string> => {
  const { id } = (await create(fields)).body as { id: string };
  await eventually(
    () => sourceIds(c2),
    (ids) => ids.includes(id),
  );
  return id;
};
const actor = { kind: 'system', id: 'test' } as const;
const eventsOf = async (phone: string) => {
  const resolve = createResolveContact({ ...c1.deps, claims: createClaims(c1.deps) });
  const identities = [{ kind: 'phone' as const, value: phone }];
  const contactId = await resolve({ companyId: scene.companyId, identities, name: '', channel: 'simulator', actor });
  const facts = await c1.deps.store.load(conversationStream(conversationKey(scene.connectionId, contactId)));
  return facts.map(({ type, data }) => ({ type, data: data as Record<string, unknown>, contactId }));
};
const leadsOf = async (phone: string) =>
  (await eventsOf(phone)).flatMap(({ type, data }) => (type === 'LeadAttributed' ? [[data.socialMediaId, data.by]] : []));

test('a source has a name of three characters and a text; its ref may be left out; only administrators write', async () => {
  const whole = await create({ name: ' Instagram ', color: '#e11d48', message: 'Vi no Insta', ref: ' ' });
  expect(whole).toMatchObject({
    status: 201,
    body: { name: 'Instagram', color: '#E11D48', message: 'Vi no Insta', ref: null },
  });
  const faults = async (fields: object) => (await create(fields)).body as unknown as { error: string; fields: object };
  expect(await faults({ name: 'IG' })).toMatchObject({
    error: 'ERR_VALIDATION',
    fields: { name: 'Nome muito curto', message: 'Obrigatório' },
  });
  expect(await faults({ message: ' \u200b' })).toMatchObject({ fields: { name: 'Obrigatório', message: 'Obrigatório' } });
  // It would be folded to nothing, and found in every message.
  expect(await faults({ name: 'Nada', message: '\u0301' })).toMatchObject({ fields: { message: 'Invalid text' } });
  expect(await faults({ name: 'Muito', message: 'x'.repeat(501) })).toMatchObject({ fields: { message: 'Too Long!' } });
  const path = `/social-medias/${whole.body.id}` as const;
  expect((await ask(c2, `PUT ${path}`, { token, body: { ref: 'verao' } })).body).toMatchObject({
    name: 'Instagram',
    ref: 'verao',
  });
  expect(await ask(c1, `PUT ${path}`, { token: scene.ana.token, body: { ref: 'x' } })).toMatchObject({
    status: 403,
    body: { error: 'ERR_NO_PERMISSION' },
  });
  expect((await create({ name: 'Outra', message: 'Oi' }, scene.ana.token)).status).toBe(403);
  expect((await ask(c1, `DELETE ${path}`, { token })).status).toBe(200);
  expect((await ask(c1, `PUT ${path}`, { token, body: { ref: 'x' } })).body.error).toBe('ERR_NO_SOCIAL_MEDIA_FOUND');
});

test('a customer’s message counts once, whichever instances take it and however often it comes', async () => {
  const id = await source({ name: 'Cartaz', message: 'Vi o cartaz' });
  const message = wrote(scene, '5511900007001', 'Olá, VI O  CARTÁZ na rua');
  const another = wrote(scene, '5511900007001', 'Vi o cartaz, alguém aí?');
  await Promise.all([first(message), second(message), first(another), second(another), second(message)]);
  const events = await eventsOf('5511900007001');
  expect(events.filter(({ type }) => type === 'MessageReceived')).toHaveLength(2);
  const leads = events.filter(({ type }) => type === 'LeadAttributed');
  expect(leads).toHaveLength(1);
  const received = events.find(({ type }) => type === 'MessageReceived')!;
  expect(leads[0]!.data).toEqual({
    ticketId: received.data.ticketId,
    messageId: received.data.messageId,
    contactId: received.contactId,
    socialMediaId: id,
    by: 'message',
  });
});

test('what Meta names the link by counts; a source that was deleted counts no more', async () => {
  const id = await source({ name: 'Anúncio', message: 'Quero o desconto', ref: 'Verao-26' });
  await second(wrote(scene, '5511900007002', 'Oi', { refs: ['120', 'verao-26'] }));
  expect(await leadsOf('5511900007002')).toEqual([[id, 'ref']]);
  await ask(c1, `DELETE /social-medias/${id}`, { token });
  await eventually(
    () => sourceIds(c2),
    (ids) => !ids.includes(id),
  );
  await second(wrote(scene, '5511900007003', 'Quero o desconto', { refs: ['verao-26'] }));
  expect(await leadsOf('5511900007003')).toEqual([]);
});

test('what the customer corrects counts; what the company writes on its phone does not', async () => {
  const id = await source({ name: 'Rádio', message: 'Ouvi na rádio' });
  const message = wrote(scene, '5511900007004', 'Ouvi na radi');
  const { companyId, connectionId, identities, channelId, at } = message;
  await first(message);
  const edit = { companyId, connectionId, identities, target: { channelId }, at, body: 'Ouvi na rádio' };
  await first({ kind: 'edit', ...edit, channelId: newId() } satisfies Omit<Extract<Inbound, { kind: 'edit' }>, 'own'>);
  expect(await leadsOf('5511900007004')).toEqual([[id, 'message']]);
  await first(wrote(scene, '5511900007005', 'Oi'));
  await first({ ...wrote(scene, '5511900007005', 'Ouvi na rádio, você disse?'), kind: 'mirrored' });
  expect(await leadsOf('5511900007005')).toEqual([]);
});

test('a message that could not be read counts when it can', async () => {
  const id = await source({ name: 'Revista', message: 'Vi na revista' });
  const message = wrote(scene, '5511900007006', '', { body: null, line: 'unsupported' });
  await first(message);
  expect(await leadsOf('5511900007006')).toEqual([]);
  const { line: _, ...read } = message;
  await second({ ...read, body: 'Vi na revista', again: true });
  expect(await leadsOf('5511900007006')).toEqual([[id, 'message']]);
});

test('a company has at most so many sources, also if two are made at once', async () => {
  const { companyId, admin } = await makeScene(c1);
  const fields = { name: 'Fonte', color: '#7C7C7C', message: 'Vi na fonte', ref: null };
  const most = Array.from({ length: limits.socialMedias - 1 }, () => ({
    type: 'social-media.created',
    data: { ...fields, id: newId() },
  }));
  await c1.deps.handle({
    companyId,
    commandId: newId(),
    actor,
    missing: 'ERR_NO_SOCIAL_MEDIA_FOUND',
    stream: `social-medias-${companyId}`,
    decider: { initial: () => null, evolve: () => null, decide: () => most },
    command: { do: 'fill' },
  });
  const answers = await Promise.all(
    [c1, c2].map((through) => ask(through, 'POST /social-medias', { token: admin.token, body: fields })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe('ERR_TOO_MANY_SOCIAL_MEDIAS');
});

test('another company’s sources count nothing here', async () => {
  const other = await makeScene(c1);
  expect((await create({ name: 'Vizinha', message: 'Vi na vizinha' }, other.admin.token)).status).toBe(201);
  await first(wrote(scene, '5511900007007', 'Vi na vizinha'));
  expect(await leadsOf('5511900007007')).toEqual([]);
});
