import type { GatewayQuestion, MessageTemplate } from '@prosa/contracts';
import { connect } from '../../desk/messages/channel-scene.fixture.ts';
import { formOf, post } from '../../media/media.fixture.ts';
import { startGateway } from '../../testing/gateway.fixture.ts';
import { makeScene, outboundOf, startWorld } from '../../testing/world.fixture.ts';
import { campaignsOf, makeList, people } from './campaigns.fixture.ts';

const gateway = await startGateway();
const world = await startWorld();
gateway.tokenSecret = world.tokenSecret;
const service = await world.instance({ gatewayUrl: gateway.url });
const sends = await outboundOf(service.bus, 'send');
afterAll(async () => {
  await world.close();
  await gateway.close();
});
const without = { settings: { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 } };

test('a file goes with the message to everybody, stored once, and cannot be taken back once something was sent', async () => {
  const scene = await makeScene(service);
  const { call, handed, tell, ended, factsOf } = campaignsOf(service, scene, sends);
  await call('POST /campaign-settings', without);
  const contactListId = await makeList(service, scene, people(2, 900));
  const { body } = await call('POST /campaigns', {
    name: 'Aviso',
    message1: 'Veja, {primeiroNome}',
    whatsappId: scene.connectionId,
    contactListId,
  });
  const file = (bytes: string, name: string) =>
    post<{ mediaName: string }>(
      service,
      `/campaigns/${body.id}/media-upload`,
      scene.admin,
      formOf([{ bytes: Buffer.from(bytes), name }]),
    );
  expect(await file('Tabela antiga', 'antiga.txt')).toMatchObject({ status: 200, body: { mediaName: 'antiga.txt' } });
  expect(await file('Tabela nova', 'nova.txt')).toMatchObject({ status: 200, body: { mediaName: 'nova.txt' } });
  await call(`PUT /campaigns/${body.id}`, { scheduledAt: new Date().toISOString() });
  const sent = await handed(body.id, 2);
  const filed = (await factsOf(body.id))
    .filter(({ type }) => type === 'CampaignFiled')
    .map(({ data }) => data as { mediaId: string });
  for (const one of sent)
    expect(one).toMatchObject({
      body: null,
      media: { mediaId: filed[1]!.mediaId, kind: 'document', name: 'nova.txt', caption: expect.stringMatching(/^Veja, Cliente/) },
    });
  expect(await call(`POST /campaigns/${body.id}/cancel`)).toMatchObject({ status: 200 });
  expect(await file('Outra', 'outra.txt')).toMatchObject({ status: 409, body: { error: 'ERR_CAMPAIGN_READ_ONLY' } });
  expect(await call(`DELETE /campaigns/${body.id}/media-upload`)).toMatchObject({ status: 409 });
  await call(`POST /campaigns/${body.id}/restart`);
  for (const one of sent) await tell(one, 'taken');
  await ended(body.id, 'CampaignFinished');
});

test('a file that is removed before the start does not go', async () => {
  const scene = await makeScene(service);
  const { call } = campaignsOf(service, scene, sends);
  const { body } = await call('POST /campaigns', { name: 'Aviso' });
  const path = `/campaigns/${body.id}/media-upload`;
  await post(service, path, scene.admin, formOf([{ bytes: Buffer.from('Tabela'), name: 'a.txt' }]));
  expect(await call(`DELETE ${path}` as 'DELETE /campaigns')).toMatchObject({ status: 200, body: { mediaName: null } });
  const lacking = await call(`PUT /campaigns/${body.id}`, { scheduledAt: new Date().toISOString() });
  expect(lacking.body.fields).toMatchObject({ message1: 'Required' });
});

describe('where a conversation begins with a template', () => {
  const template: MessageTemplate = {
    name: 'aviso',
    language: 'pt_BR',
    category: 'MARKETING',
    text: 'Olá {{1}}, {{2}}!',
    header: null,
    footer: null,
    buttons: [],
    values: 2,
  };
  beforeAll(() => {
    gateway.answer = (question: GatewayQuestion) =>
      question.kind === 'templates' ? { kind: 'templates', templates: [template], next: null } : null;
  });
  const chosen = { name: 'aviso', language: 'pt_BR', values: ['{primeiroNome}', 'temos {cupom}novidades'] };
  const begun = async () => {
    const scene = await makeScene(service, { channel: 'whatsapp', provider: 'cloud' });
    await connect(service, scene);
    const campaigns = campaignsOf(service, scene, sends);
    await campaigns.call('POST /campaign-settings', without);
    const contactListId = await makeList(service, scene, [{ name: 'Ana Clara', number: '5511980000901' }]);
    return { ...campaigns, contactListId };
  };

  test('it goes with the recipient’s values', async () => {
    const { started, handed, contactListId } = await begun();
    const id = await started({ contactListId, message1: '', template: chosen });
    const [sent] = await handed(id, 1);
    expect(sent).toMatchObject({
      body: 'Olá Ana, temos novidades!',
      template: { name: 'aviso', language: 'pt_BR', values: ['Ana', 'temos novidades'] },
    });
  });

  test('with a confirmation it asks for that, and the message follows as a text', async () => {
    const { started, handed, tell, write, contactListId } = await begun();
    const id = await started({ contactListId, message1: 'É o seguinte', template: chosen, confirmation: true });
    const [asked] = await handed(id, 1);
    expect(asked!.template).toBeDefined();
    await tell(asked!, 'taken');
    await write('5511980000901', 'sim');
    const sent = (await handed(id, 2))[1]!;
    expect(sent.body).toBe('É o seguinte');
    expect(sent.template ?? null).toBeNull();
  });

  test.each([
    ['one that the channel does not have', { ...chosen, name: 'outro' }],
    ['one that takes more values', { ...chosen, values: ['{nome}'] }],
  ])('%s pauses the campaign, and skips nobody', async (_, template) => {
    const { call, started, ended, handed, sentOf, contactListId } = await begun();
    const id = await started({ contactListId, message1: '', template });
    expect((await ended(id, 'CampaignPaused')).at(-1)!.data).toMatchObject({ reason: 'template', until: null });
    expect(sentOf(id)).toEqual([]);
    await call(`POST /campaigns/${id}/cancel`);
    await call(`PUT /campaigns/${id}`, { template: chosen });
    await call(`POST /campaigns/${id}/restart`);
    await handed(id, 1);
  });
});
