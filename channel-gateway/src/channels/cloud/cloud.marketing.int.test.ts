import { until } from '../../testing/gateway.fixture.ts';
import { type GraphWorld, openGraphWorld } from '../../testing/graph.fixture.ts';
import { accountBody } from '../../testing/graph-stand-in/bodies.ts';

let world: GraphWorld;
beforeAll(async () => {
  world = await openGraphWorld();
  await world.gateway();
});
afterEach(() => expect(world.graph.problems.splice(0)).toEqual([]));
afterAll(() => world.close());

/** A number with a template of marketing and one of another category, whose categories are known. */
const opened = async (marketing = 'ONBOARDED') => {
  const component = { type: 'BODY', text: 'Olá {{1}}' };
  const approved = { language: 'pt_BR', status: 'APPROVED', components: [component] };
  const number = world.graph.number({
    marketing,
    templates: [
      { ...approved, name: 'oferta', category: 'MARKETING' },
      { ...approved, name: 'pedido', category: 'UTILITY' },
    ],
  });
  const id = await world.connect(world.cloud(number));
  const list = () => world.ask('whatsapp', { kind: 'templates', connectionId: id, next: null });
  expect((await list()).body.templates).toHaveLength(2);
  const ana = world.attendant(id, '5511987654321');
  let values = 0;
  return {
    number,
    list,
    /** Sends a template. Returns whether it went by the call of marketing messages. */
    goes: async (name: string) => {
      values += 1;
      const message = ana.message('Olá', { template: { name, language: 'pt_BR', values: [`${values}`] } });
      await world.send([message]);
      await world.isTaken(message);
      return world.acceptedOf(number.id).find(({ ours }) => ours === message.messageId)!.isMarketing === true;
    },
    text: async () => {
      const message = ana.message('Oi');
      await world.send([message]);
      await world.isTaken(message);
      return world.acceptedOf(number.id).find(({ ours }) => ours === message.messageId)!.isMarketing === true;
    },
    tell: async (field: string, value: object) => {
      const { status } = await world.graph.webhooks.post(JSON.stringify(accountBody(number, field, value)));
      expect(status).toBe(200);
    },
  };
};

test('marketing templates go by the call of their own where the account has accepted its terms; nothing else does', async () => {
  const { goes, text } = await opened();
  expect([await goes('oferta'), await goes('pedido'), await text()]).toEqual([true, false, false]);
});

test('without the terms all go by the ordinary call; once they are accepted, without a restart', async () => {
  const { number, goes, tell } = await opened('ELIGIBLE');
  expect(await goes('oferta')).toBe(false);
  number.marketing = 'ONBOARDED';
  await tell('account_update', { event: 'MM_LITE_TERMS_SIGNED', waba_info: { waba_id: number.wabaId } });
  await until('it goes by the other call', () => goes('oferta'));
});

test('the latest category counts, as the webhooks tell it', async () => {
  const { number, goes, tell } = await opened();
  const of = { message_template_name: 'pedido', message_template_language: 'pt_BR' };
  number.templates[1]!.category = 'MARKETING';
  await tell('template_category_update', { ...of, previous_category: 'UTILITY', new_category: 'MARKETING' });
  expect(await goes('pedido')).toBe(true);
  number.templates[1]!.category = 'UTILITY';
  await tell('message_template_status_update', { ...of, event: 'APPROVED', message_template_category: 'UTILITY' });
  expect(await goes('pedido')).toBe(false);
});

test('what that call does not take goes by the ordinary one, once', async () => {
  const { number, goes } = await opened();
  // Meta has changed the category, and has not told it yet.
  number.templates[0]!.category = 'UTILITY';
  expect(await goes('oferta')).toBe(false);
  number.templates[0]!.category = 'MARKETING';
  number.marketing = 'ELIGIBLE';
  expect(await goes('oferta')).toBe(false);
  expect(world.acceptedOf(number.id)).toHaveLength(2);
});

test('a call of marketing messages without an answer is not repeated by the other', async () => {
  const { number, goes } = await opened();
  world.graph.next('marketing', { cut: 'after' });
  world.graph.habits.receipts = 'delivered';
  expect(await goes('oferta')).toBe(true);
  expect(world.acceptedOf(number.id)).toHaveLength(1);
  world.graph.habits.receipts = 'none';
});
