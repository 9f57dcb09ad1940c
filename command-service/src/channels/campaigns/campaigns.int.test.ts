import { conversationKey, conversationStream, newId } from '@prosa/contracts';
import { company } from '../../company/companies/companies.decider.ts';
import { createOptOuts } from '../../contacts/contacts/opt-outs.ts';
import { report } from '../../desk/messages/channel-scene.fixture.ts';
import { ask, eventually, makeConnection, makeScene, outboundOf, startWorld } from '../../testing/world.fixture.ts';
import { campaignsOf, makeList, people } from './campaigns.fixture.ts';

/** Two instances, either of which may send. */
const world = await startWorld();
const [service] = [await world.instance(), await world.instance()];
const { store } = service.deps;
const scene = await makeScene(service);
const sends = await outboundOf(service.bus, 'send');
const { call, started, handed, ended, tell, write, factsOf, sentOf } = campaignsOf(service, scene, sends);
afterAll(() => world.close());
/** Everything leaves at once. */
beforeAll(() =>
  call('POST /campaign-settings', { settings: { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 } }),
);

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const typesOf = async (id: string) => (await factsOf(id)).map(({ type }) => type);
const conversationWith = async (contactId: string) =>
  (await store.load(conversationStream(conversationKey(scene.connectionId, contactId)))).map(({ type, data }) => ({
    type,
    data,
  }));

describe('a campaign is created and changed', () => {
  test('it is INATIVA without a time, PROGRAMADA with one; its fields are checked', async () => {
    const made = await call('POST /campaigns', { name: 'Aviso' });
    expect(made).toMatchObject({ status: 201, body: { name: 'Aviso', status: 'INATIVA', scheduledAt: null, message1: '' } });
    for (const name of ['', 'A', 'a'.repeat(51)]) expect((await call('POST /campaigns', { name })).status).toBe(400);
    const lacking = await call('POST /campaigns', { name: 'Aviso', scheduledAt: inHours(2) });
    expect(lacking.body.fields).toEqual({ whatsappId: 'Required', contactListId: 'Required', message1: 'Required' });
    const contactListId = await makeList(service, scene, people(1));
    const whole = { name: 'Aviso', message3: 'Oi', whatsappId: scene.connectionId, contactListId, scheduledAt: inHours(2) };
    expect(await call('POST /campaigns', whole)).toMatchObject({ status: 201, body: { status: 'PROGRAMADA' } });
    const asking = await call('POST /campaigns', { ...whole, confirmation: true });
    expect(asking.body.fields).toEqual({ confirmationMessage1: 'Required' });
  });

  test('its connection, list and queue must be the company’s', async () => {
    const body = { name: 'Aviso' };
    for (const [field, error] of [
      ['whatsappId', 'ERR_NO_WAPP_FOUND'],
      ['contactListId', 'ERR_NO_CONTACT_LIST_FOUND'],
      ['queueId', 'ERR_NO_QUEUE_FOUND'],
    ])
      expect(await call('POST /campaigns', { ...body, [field!]: newId() })).toMatchObject({ status: 404, body: { error } });
    const page = await makeConnection(service.deps, scene.companyId, { channel: 'facebook', queueIds: [] });
    expect(await call('POST /campaigns', { ...body, whatsappId: page })).toMatchObject({
      status: 409,
      body: { error: 'ERR_CHANNEL_CANNOT' },
    });
  });

  test('one that is programmed can be changed until an hour before; without a time it is INATIVA again', async () => {
    const contactListId = await makeList(service, scene, people(1));
    const whole = { name: 'Aviso', message1: 'Oi', whatsappId: scene.connectionId, contactListId };
    const { body: far } = await call('POST /campaigns', { ...whole, scheduledAt: inHours(2) });
    expect(await call(`PUT /campaigns/${far.id}`, { message1: 'Olá' })).toMatchObject({ status: 200, body: { message1: 'Olá' } });
    expect(await call(`PUT /campaigns/${far.id}`, { scheduledAt: null })).toMatchObject({ body: { status: 'INATIVA' } });
    expect(await call(`PUT /campaigns/${far.id}`, { scheduledAt: inHours(0.5) })).toMatchObject({
      body: { status: 'PROGRAMADA' },
    });
    const late = await call(`PUT /campaigns/${far.id}`, { message1: 'Tarde' });
    expect(late).toMatchObject({ status: 409, body: { error: 'ERR_CAMPAIGN_READ_ONLY' } });
    expect(await call(`DELETE /campaigns/${far.id}`)).toMatchObject({ status: 200 });
    expect(await call(`PUT /campaigns/${far.id}`, { name: 'Outro' })).toMatchObject({ status: 404 });
  });

  test('attendants have none, nor has a company whose campaigns are off', async () => {
    const { token } = scene.ana;
    expect(await ask(service, 'POST /campaigns', { token, body: { name: 'Aviso' } })).toMatchObject({ status: 403 });
    const other = await makeScene(service);
    await service.deps.handle({
      decider: company,
      stream: `company-${other.companyId}`,
      command: { do: 'set setting', companyId: other.companyId, key: 'campaignsEnabled', value: 'false' },
      commandId: newId(),
      actor: { kind: 'system', id: 'test' },
      companyId: other.companyId,
      missing: 'ERR_NO_COMPANY_FOUND',
    });
    expect(await ask(service, 'POST /campaigns', { token: other.admin.token, body: { name: 'Aviso' } })).toMatchObject({
      status: 403,
      body: { error: 'ERR_CAMPAIGNS_DISABLED' },
    });
  });
});

test('it sends to each valid recipient once, with their values, and is finished when all ends are known', async () => {
  const contactListId = await makeList(service, scene, [
    { name: 'Ana Clara', number: '5511980000001' },
    { name: 'Bia', number: '5511980000002' },
    { name: 'Ninguém', number: '5511980000003', isWhatsappValid: false },
  ]);
  const id = await started({
    contactListId,
    message1: 'Oi, {primeiroNome}! {nome} {numero}{cupom}',
    queueId: scene.otherQueueId,
  });
  const sent = await handed(id, 2);
  expect(sent.map(({ body, to, priority, campaign }) => ({ body, to: to.value, priority, campaign }))).toEqual(
    expect.arrayContaining([
      { body: 'Oi, Ana! Ana Clara 5511980000001', to: '5511980000001', priority: 'campaign', campaign: { id, run: 0 } },
      { body: 'Oi, Bia! Bia 5511980000002', to: '5511980000002', priority: 'campaign', campaign: { id, run: 0 } },
    ]),
  );
  await tell(sent[0]!, 'taken');
  expect(await typesOf(id)).not.toContain('CampaignFinished');
  await tell(sent[1]!, 'failed', 'refused');
  await ended(id, 'CampaignFinished');
  expect(await typesOf(id)).toEqual(['CampaignCreated', 'CampaignStarted', 'CampaignFrozen', 'CampaignFinished']);
  expect((await factsOf(id))[2]!.data).toMatchObject({ parts: 1, recipients: 3, valid: 2 });
  expect(sentOf(id)).toHaveLength(2);
  expect(await call(`POST /campaigns/${id}/restart`)).toMatchObject({ status: 409, body: { error: 'ERR_TRANSITION' } });
});

test('no ticket is opened until the customer answers: into the campaign’s queue', async () => {
  const contactListId = await makeList(service, scene, [{ name: 'Davi', number: '5511980000011' }]);
  const id = await started({ contactListId, queueId: scene.otherQueueId });
  const [sent] = await handed(id, 1);
  await tell(sent!, 'taken');
  await write('5511980000011', 'Quero saber mais');
  const contactId = await contactOf(sent!.conversation);
  const facts = await conversationWith(contactId);
  expect(facts.map(({ type }) => type)).toEqual(
    expect.arrayContaining([
      'ConversationStarted',
      'OutreachSent',
      'OutreachAcknowledged',
      'TicketOpened',
      'MessageReceived',
      'OutreachAnswered',
    ]),
  );
  expect(facts.find(({ type }) => type === 'TicketOpened')!.data).toMatchObject({ queueId: scene.otherQueueId });
  expect(facts.find(({ type }) => type === 'OutreachAnswered')!.data).toMatchObject({
    answer: 'other',
    messageId: sent!.messageId,
  });
});
/** The contact of a conversation. */
const contactOf = async (conversation: string): Promise<string> => {
  const [first] = await store.load(conversationStream(conversation.split('/')[0]!), { max: 1 });
  return (first!.data as { contactId: string }).contactId;
};

test('a confirmation is asked first; who says yes gets the message, without a ticket', async () => {
  const contactListId = await makeList(service, scene, [
    { name: 'Eva', number: '5511980000021' },
    { name: 'Fábio', number: '5511980000022' },
  ]);
  const id = await started({
    contactListId,
    confirmation: true,
    confirmationMessage1: 'Posso, {primeiroNome}?',
    message1: 'Novidade!',
  });
  const asked = await handed(id, 2);
  expect(asked.map(({ body }) => body).sort()).toEqual(['Posso, Eva?', 'Posso, Fábio?']);
  for (const one of asked) await tell(one, 'taken');
  await write('5511980000021', 'Sim!');
  await write('5511980000022', 'Agora não');
  const all = await handed(id, 3);
  const last = all.at(-1)!;
  expect(last).toMatchObject({ body: 'Novidade!', to: { value: '5511980000021' } });
  await tell(last, 'taken');
  await ended(id, 'CampaignFinished');
  const eva = (await conversationWith(await contactOf(last.conversation))).map(({ type }) => type);
  expect(eva).not.toContain('TicketOpened');
  expect(sentOf(id)).toHaveLength(3);
});

test('who writes SAIR gets no campaign again', async () => {
  const number = '5511980000031';
  const one = await started({ contactListId: await makeList(service, scene, [{ name: 'Gil', number }]) });
  const [sent] = await handed(one, 1);
  await tell(sent!, 'taken');
  await write(number, 'SAIR');
  expect(await createOptOuts(service.deps).since(scene.companyId, number)).not.toBeNull();
  const another = await started({ contactListId: await makeList(service, scene, [{ name: 'Gil', number }]) });
  await ended(another, 'CampaignFinished');
  expect(sentOf(another)).toEqual([]);
  expect((await conversationWith(await contactOf(sent!.conversation))).at(-1)).toMatchObject({
    type: 'OutreachAnswered',
    data: { answer: 'stop' },
  });
});

test('what was cancelled goes on with the rest: what was withdrawn is sent anew, nothing else again', async () => {
  const contactListId = await makeList(service, scene, people(3, 300));
  const id = await started({ contactListId });
  const [first, second, third] = await handed(id, 3);
  await tell(first!, 'taken');
  await tell(second!, 'unsure');
  expect(await call(`POST /campaigns/${id}/cancel`)).toMatchObject({ status: 200, body: { status: 'CANCELADA' } });
  expect(await call(`POST /campaigns/${id}/cancel`)).toMatchObject({ status: 409, body: { error: 'ERR_TRANSITION' } });
  await tell(third!, 'failed', 'withdrawn');
  expect(await call(`PUT /campaigns/${id}`, { message1: 'Oi de novo' })).toMatchObject({ body: { status: 'CANCELADA' } });
  expect(await call(`POST /campaigns/${id}/restart`)).toMatchObject({ status: 200, body: { status: 'EM_ANDAMENTO' } });
  const all = await handed(id, 4);
  expect(all.at(-1)).toMatchObject({ body: 'Oi de novo', to: third!.to, campaign: { id, run: 1 } });
  await tell(all.at(-1)!, 'taken');
  await ended(id, 'CampaignFinished');
  expect(sentOf(id)).toHaveLength(4);
});

test('it pauses when the channel refuses a fifth of the last messages, from ten on, and says until when', async () => {
  const id = await started({ contactListId: await makeList(service, scene, people(12, 400)) });
  const sent = await handed(id, 12);
  for (const [nth, one] of sent.slice(0, 10).entries()) await tell(one, nth < 2 ? 'failed' : 'taken', nth < 2 ? 'refused' : null);
  const facts = await ended(id, 'CampaignPaused');
  expect(facts.at(-1)).toMatchObject({ data: { reason: 'refused', run: 0, until: expect.any(String) } });
  expect(await call(`DELETE /campaigns/${id}`)).toMatchObject({ status: 409, body: { error: 'ERR_TRANSITION' } });
  for (const one of sent.slice(10)) await tell(one, 'failed', 'withdrawn');
  expect(await call(`POST /campaigns/${id}/restart`)).toMatchObject({ body: { status: 'EM_ANDAMENTO', pauseReason: null } });
  const all = await handed(id, 14);
  for (const one of all.slice(12)) await tell(one, 'taken');
  await ended(id, 'CampaignFinished');
});

test('it pauses while its connection is off, and goes on when it is back', async () => {
  const own = await makeScene(service);
  const its = campaignsOf(service, own, sends);
  await its.call('POST /campaign-settings', { settings: { messageInterval: 0 } });
  const contactListId = await makeList(service, own, people(1, 500));
  await report(service, own, 'DISCONNECTED');
  const id = await its.started({ contactListId });
  expect((await its.ended(id, 'CampaignPaused')).at(-1)!.data).toMatchObject({ reason: 'disconnected', until: null });
  await report(service, own, 'CONNECTED');
  await its.handed(id, 1);
  expect((await its.factsOf(id)).map(({ type }) => type)).toContain('CampaignResumed');
});

test('it pauses for as long as its channel asks for a long pause, and sends nothing meanwhile', async () => {
  const own = await makeScene(service);
  const its = campaignsOf(service, own, sends);
  await its.call('POST /campaign-settings', { settings: { messageInterval: 0 } });
  const contactListId = await makeList(service, own, people(1, 550));
  const until = inHours(1);
  // A report without a number counts if it tells another status.
  await report(service, own, 'TIMEOUT');
  await report(service, own, 'CONNECTED', { reason: 'slow-down', until });
  const id = await its.started({ contactListId });
  expect((await its.ended(id, 'CampaignPaused')).at(-1)!.data).toMatchObject({ reason: 'slow-down', until });
  await report(service, own, 'TIMEOUT');
  expect(its.sentOf(id)).toEqual([]);
  await report(service, own, 'CONNECTED', { reason: null, until: null });
  await its.handed(id, 1);
});

test('a restriction pauses it until its end, which is known later; it goes on when that is lifted before', async () => {
  const own = await makeScene(service);
  const its = campaignsOf(service, own, sends);
  await its.call('POST /campaign-settings', { settings: { messageInterval: 0 } });
  const id = await its.started({ contactListId: await makeList(service, own, people(2, 560)) });
  const [first, second] = await its.handed(id, 2);
  await its.tell(first!, 'failed', 'restricted');
  await its.ended(id, 'CampaignPaused');
  await its.tell(second!, 'failed', 'withdrawn');
  const until = inHours(1);
  await report(service, own, 'TIMEOUT');
  await report(service, own, 'CONNECTED', { reason: 'restricted', until });
  const paused = await eventually(
    () => its.factsOf(id),
    (facts) => facts.filter(({ type }) => type === 'CampaignPaused').length === 2,
  );
  expect(paused.at(-1)!.data).toMatchObject({ reason: 'restricted', until });
  await report(service, own, 'TIMEOUT');
  await report(service, own, 'CONNECTED', { reason: null, until: null });
  const again = (await its.handed(id, 3))[2]!;
  expect(again.to).toEqual(second!.to);
});

test('with campaigns switched off it pauses and can be cancelled; switched on again it goes on', async () => {
  const own = await makeScene(service);
  const its = campaignsOf(service, own, sends);
  await its.call('POST /campaign-settings', { settings: { messageInterval: 0 } });
  const turn = (value: string) =>
    service.deps.handle({
      decider: company,
      stream: `company-${own.companyId}`,
      command: { do: 'set setting', companyId: own.companyId, key: 'campaignsEnabled', value },
      commandId: newId(),
      actor: { kind: 'system', id: 'test' },
      companyId: own.companyId,
      missing: 'ERR_NO_COMPANY_FOUND',
    });
  const [goes, ends] = [
    await its.started({ contactListId: await makeList(service, own, people(1, 570)) }),
    await its.started({ contactListId: await makeList(service, own, people(1, 571)) }),
  ];
  const waiting = [(await its.handed(goes, 1))[0]!, (await its.handed(ends, 1))[0]!];
  await turn('false');
  for (const id of [goes, ends])
    expect((await its.ended(id, 'CampaignPaused')).at(-1)!.data).toMatchObject({ reason: 'disabled', until: null });
  for (const one of waiting) await its.tell(one, 'failed', 'withdrawn');
  expect(await its.call(`POST /campaigns/${goes}/restart`)).toMatchObject({
    status: 403,
    body: { error: 'ERR_CAMPAIGNS_DISABLED' },
  });
  expect(await its.call(`POST /campaigns/${ends}/cancel`)).toMatchObject({ status: 200, body: { status: 'CANCELADA' } });
  await turn('true');
  await its.handed(goes, 2);
  expect(its.sentOf(ends)).toHaveLength(1);
});

test('within the company’s hours alone, if so chosen', async () => {
  const own = await makeScene(service);
  const its = campaignsOf(service, own, sends);
  await its.call('POST /campaign-settings', { settings: { messageInterval: 0 } });
  const hours = (schedules: object[]) => its.call(`PUT /companies/${own.companyId}/schedules`, { schedules });
  // A day without a range is closed, and so is this one.
  await hours([{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '00:00', endTime: '00:00' }]);
  const waits = await its.started({ contactListId: await makeList(service, own, people(1, 600)), withinHours: true });
  const goes = await its.started({ contactListId: await makeList(service, own, people(1, 601)) });
  // It says so, and that nobody knows until when.
  expect((await its.ended(waits, 'CampaignPaused')).at(-1)!.data).toMatchObject({ reason: 'hours', until: null });
  const [sent] = await its.handed(goes, 1);
  await its.tell(sent!, 'taken');
  // The runner has looked at both for so long.
  await its.ended(goes, 'CampaignFinished');
  expect(its.sentOf(waits)).toEqual([]);
  await hours([]);
  await its.ended(waits, 'CampaignResumed');
  await its.handed(waits, 1);
});

test('a campaign whose connection is deleted pauses; another one sends the rest', async () => {
  const own = await makeScene(service);
  const its = campaignsOf(service, own, sends);
  await its.call('POST /campaign-settings', { settings: { messageInterval: 0 } });
  const other = await makeConnection(service.deps, own.companyId, { name: 'Outra', queueIds: [own.queueId] });
  const id = await its.started({ contactListId: await makeList(service, own, people(2, 700)), whatsappId: other });
  const [first, second] = await its.handed(id, 2);
  await its.tell(first!, 'taken');
  await its.call(`DELETE /whatsapp/${other}`);
  await its.tell(second!, 'failed', 'disconnected');
  expect((await its.ended(id, 'CampaignPaused')).at(-1)!.data).toMatchObject({ reason: 'connection-deleted', until: null });
  expect(await its.call(`POST /campaigns/${id}/cancel`)).toMatchObject({ status: 200 });
  await its.call(`PUT /campaigns/${id}`, { whatsappId: own.connectionId });
  await its.call(`POST /campaigns/${id}/restart`);
  const again = (await its.handed(id, 3))[2]!;
  expect(again).toMatchObject({ connectionId: own.connectionId, to: second!.to });
  await its.tell(again, 'taken');
  await its.ended(id, 'CampaignFinished');
  expect(its.sentOf(id)).toHaveLength(3);
});

test('a test goes to one number, outside of the report', async () => {
  const { body } = await call('POST /campaigns', { name: 'Aviso', message2: 'Para {numero}', whatsappId: scene.connectionId });
  const tested = await call(`POST /campaigns/${body.id}/test`, { number: '+55 11 98000-0061', slot: 2 });
  expect(tested).toMatchObject({ status: 201, body: { ticketId: null } });
  const { messageId } = tested.body as unknown as { messageId: string };
  const sent = await eventually(
    async () => sends.find((one) => one.messageId === messageId),
    (one) => one !== undefined,
  );
  expect(sent).toMatchObject({ body: 'Para 5511980000061', to: { value: '5511980000061' } });
  expect(sent!.campaign).toBeUndefined();
});

test('a test of a text that is blank is refused at its field, and nothing leaves', async () => {
  const { body } = await call('POST /campaigns', { name: 'Aviso', message2: 'Oi', whatsappId: scene.connectionId });
  const number = '+55 11 98000-0062';
  const fieldsOf = async (of: object) => (await call(`POST /campaigns/${body.id}/test`, { number, ...of })).body.fields;
  expect(await fieldsOf({ slot: 3 })).toEqual({ message3: 'Required' });
  expect(await fieldsOf({ confirmation: true })).toEqual({ confirmationMessage1: 'Required' });
  expect(await fieldsOf({ slot: 2, confirmation: true })).toEqual({ confirmationMessage2: 'Required' });
  const { body: blank } = await call('POST /campaigns', { name: 'Aviso', whatsappId: scene.connectionId });
  expect(await call(`POST /campaigns/${blank.id}/test`, { number })).toMatchObject({
    status: 400,
    body: { fields: { message1: 'Required' } },
  });
  expect(sends.filter(({ to }) => 'value' in to && to.value === '5511980000062')).toEqual([]);
});

test('a test without a slot is of the first message that is written', async () => {
  const fields = { message2: 'dois', message3: 'três', message4: 'quatro', message5: 'cinco', whatsappId: scene.connectionId };
  const { body } = await call('POST /campaigns', { name: 'Aviso', ...fields });
  const number = '+55 11 98000-0063';
  for (let nth = 0; nth < 4; nth += 1) expect((await call(`POST /campaigns/${body.id}/test`, { number })).status).toBe(201);
  const to = () => sends.filter((one) => 'value' in one.to && one.to.value === '5511980000063');
  const bodies = (await eventually(to, (all) => all.length === 4)).map((one) => (one as { body: string }).body);
  expect(bodies).toEqual(['dois', 'dois', 'dois', 'dois']);
});

test('whose message would be empty gets none: a variable without a value', async () => {
  const contactListId = await makeList(service, scene, [
    { name: 'Com', number: '5511980000064', email: 'com@casa.br' },
    { name: 'Sem', number: '5511980000065' },
  ]);
  const id = await started({ message1: ' {email}', contactListId });
  const [only] = await handed(id, 1);
  await tell(only!, 'taken');
  await ended(id, 'CampaignFinished');
  expect(sentOf(id).map(({ body }) => body)).toEqual([' com@casa.br']);
});

test('settings: only the specification’s values; of a doubled variable the first counts', async () => {
  const set = (settings: object) => call('POST /campaign-settings', { settings });
  const variables = [
    { key: 'loja', value: 'Casa Ipê' },
    { key: 'loja', value: 'Outra' },
  ];
  expect(await set({ messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0, variables })).toMatchObject({
    status: 200,
    body: { messageInterval: 0, variables: [variables[0]] },
  });
  expect((await set({ messageInterval: 7 })).status).toBe(400);
  for (const key of ['nome', 'numero', 'Loja', 'a b']) expect((await set({ variables: [{ key, value: 'x' }] })).status).toBe(400);
});
