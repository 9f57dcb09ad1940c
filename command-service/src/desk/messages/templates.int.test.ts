import { type GatewayQuestion, type MessageOwn, type MessageTemplate, newId } from '@prosa/contracts';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import { startGateway } from '../../testing/gateway.fixture.ts';
import { ask, eventually, makeScene, outboundOf, type Person, startWorld } from '../../testing/world.fixture.ts';
import { report, serving } from './channel-scene.fixture.ts';

const gateway = await startGateway();
const world = await startWorld();
gateway.tokenSecret = world.tokenSecret;
const service = await world.instance({ gatewayUrl: gateway.url });
const sends = await outboundOf(service.bus, 'send');
afterAll(async () => {
  await world.close();
  await gateway.close();
});

const template = (name: string, text: string, values: number): MessageTemplate => ({
  name,
  language: 'pt_BR',
  category: 'UTILITY',
  text,
  header: 'Padaria',
  footer: null,
  buttons: ['Ver'],
  values,
});
const pages: Record<string, { templates: MessageTemplate[]; next: string | null }> = {
  first: { templates: [template('aviso', 'Estamos abertos.', 0)], next: 'second' },
  second: { templates: [template('pedido', 'Olá {{1}}, seu pedido {{2}} saiu.', 2)], next: null },
};
beforeEach(() => {
  gateway.asked = [];
  gateway.answer = (question: GatewayQuestion) =>
    question.kind === 'templates' ? { kind: 'templates', ...pages[question.next ?? 'first']! } : null;
});

type Told = { error?: string; fields?: object; details?: object };
const write = (by: Person, ticketId: string, body: object, key?: string) =>
  ask<MessageOwn & Told>(service, `POST /messages/${ticketId}`, { token: by.token, body, ...(key && { key }) });
const chosen = (name: string, ...values: string[]) => ({ template: { name, language: 'pt_BR', values } });
const sendOf = (id: string) =>
  eventually(
    () => sends.find(({ messageId }) => messageId === id),
    (one) => one !== undefined,
  );

test('C31: after the customer’s 24 hours only a template goes, with what the customer reads', async () => {
  const { scene, ticketId } = await serving(service, 'whatsapp', 'cloud', { hoursAgo: 24.02, complationMessage: 'Até logo' });
  expect(await write(scene.ana, ticketId, { body: 'Seu pedido saiu' })).toMatchObject({
    status: 409,
    body: { error: 'ERR_WINDOW_CLOSED', details: { wayOut: 'template' } },
  });
  const key = newId();
  const sent = await write(scene.ana, ticketId, chosen('pedido', 'Lia', '42'), key);
  const text = 'Padaria\n\nOlá Lia, seu pedido 42 saiu.';
  expect(sent).toMatchObject({ status: 201, body: { body: text, fromMe: true, ack: 1 } });
  expect(await sendOf(sent.body.id)).toMatchObject({
    body: text,
    template: { name: 'pedido', language: 'pt_BR', values: ['Lia', '42'] },
    priority: 'attendant',
  });
  // A repeat gets the same answer, though the template does not exist any more.
  gateway.answer = () => ({ kind: 'templates', templates: [], next: null });
  expect(await write(scene.ana, ticketId, chosen('pedido', 'Lia', '42'), key)).toEqual(sent);
  await ask(service, `PUT /tickets/${ticketId}?msgAutomatic=true`, { token: scene.ana.token, body: { status: 'closed' } });
  expect(sends.filter(({ connectionId, priority }) => connectionId === scene.connectionId && priority === 'automatic')).toEqual(
    [],
  );
});

test('C31: 23 h 59 after the customer’s message an ordinary one goes', async () => {
  const { scene, ticketId } = await serving(service, 'whatsapp', 'cloud', { hoursAgo: 23.98 });
  expect(await write(scene.ana, ticketId, { body: 'Seu pedido saiu' })).toMatchObject({ status: 201 });
});

test('values that are missing, empty, too many, or of several lines are refused at their fields', async () => {
  const { scene, ticketId } = await serving(service, 'whatsapp', 'cloud');
  const fault = async (...values: string[]) => (await write(scene.ana, ticketId, chosen('pedido', ...values))).body.fields;
  expect(await fault('Lia')).toEqual({ 'template.values.1': 'Required' });
  expect(await fault('Lia', ' ')).toEqual({ 'template.values.1': 'Required' });
  expect(await fault('Lia', '4\n2')).toEqual({ 'template.values.1': 'Invalid text' });
  expect(await fault('Lia', '42', 'x')).toEqual({ 'template.values.2': 'Too Long!' });
  expect(await write(scene.ana, ticketId, { ...chosen('pedido', 'Lia', '42'), body: 'e um texto' })).toMatchObject({
    body: { error: 'ERR_VALIDATION', fields: { template: 'Alone' } },
  });
});

test('an unknown template, a channel without templates and one that does not answer are refused with their codes', async () => {
  const cloud = await serving(service, 'whatsapp', 'cloud');
  const of = ({ scene, ticketId }: typeof cloud, name: string) => write(scene.ana, ticketId, chosen(name));
  expect(await of(cloud, 'nunca')).toMatchObject({ status: 404, body: { error: 'ERR_NO_TEMPLATE_FOUND' } });
  const phone = await serving(service, 'whatsapp', 'beta');
  expect(await of(phone, 'aviso')).toMatchObject({ status: 409, body: { error: 'ERR_CHANNEL_CANNOT' } });
  gateway.answer = () => null;
  expect(await of(await serving(service, 'whatsapp', 'cloud'), 'aviso')).toMatchObject({
    status: 502,
    body: { error: 'ERR_CHANNEL_SILENT' },
  });
});

test('a template is used as it was told for a minute, and not any more once its channel has told news', async () => {
  const { scene, ticketId } = await serving(service, 'whatsapp', 'cloud');
  const of = () => write(scene.ana, ticketId, chosen('aviso'));
  expect(await of()).toMatchObject({ status: 201 });
  // Meta has paused it, and nobody has asked since.
  gateway.answer = () => ({ kind: 'templates', templates: [], next: null });
  expect(await of()).toMatchObject({ status: 201 });
  const { companyId, connectionId } = scene;
  const news = { what: 'template', word: 'PAUSED', of: 'aviso, pt_BR' } as const;
  await createInbound(service.deps)({ kind: 'account', companyId, connectionId, news, at: new Date().toISOString() });
  expect(await of()).toMatchObject({ status: 404, body: { error: 'ERR_NO_TEMPLATE_FOUND' } });
});

test('whoever asks for the templates of a connection that has ended is told that it has, and its channel is not asked', async () => {
  const { scene } = await serving(service, 'whatsapp', 'cloud');
  await report(service, scene, 'DISCONNECTED');
  const { status, body } = await ask<Told>(service, `POST /whatsapp/${scene.connectionId}/templates`, {
    token: scene.ana.token,
    body: {},
  });
  expect([status, body.error]).toEqual([409, 'ERR_WAPP_NOT_INITIALIZED']);
  expect(gateway.asked).toEqual([]);
});

test('the templates of a connection are asked of its channel, page by page, by whoever serves tickets of its company', async () => {
  const { scene } = await serving(service, 'whatsapp', 'cloud');
  const list = (token: string, next?: string) =>
    ask<{ templates: MessageTemplate[]; next: string | null; error?: string }>(
      service,
      `POST /whatsapp/${scene.connectionId}/templates`,
      { token, body: next ? { next } : {} },
    );
  const first = await list(scene.ana.token);
  expect(first).toMatchObject({ status: 200, body: pages.first! });
  expect((await list(scene.ana.token, 'second')).body).toEqual(pages.second);
  const { companyId, connectionId } = scene;
  const common = { kind: 'templates', companyId, connectionId, channel: 'whatsapp', provider: 'cloud' };
  expect(gateway.asked).toEqual([
    { ...common, next: null },
    { ...common, next: 'second' },
  ]);
  const stranger = await makeScene(service);
  expect(await list(stranger.admin.token)).toMatchObject({ status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } });
});

test('whoever does not see the ticket has no channel asked', async () => {
  const { scene, ticketId } = await serving(service, 'whatsapp', 'cloud');
  const stranger = await makeScene(service);
  expect(await write(stranger.ana, ticketId, chosen('aviso'))).toMatchObject({ body: { error: 'ERR_NO_TICKET_FOUND' } });
  expect(gateway.asked).toEqual([]);
  expect(await write(scene.ana, ticketId, chosen('aviso'))).toMatchObject({ status: 201 });
});
