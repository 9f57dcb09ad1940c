import { newId } from '@prosa/contracts';
import { type GraphWorld, openGraphWorld } from '../../testing/graph.fixture.ts';
import type { Template } from '../../testing/graph-stand-in/model.ts';

let world: GraphWorld;
beforeAll(async () => {
  world = await openGraphWorld();
  await world.gateway();
});
afterEach(() => expect(world.graph.problems.splice(0)).toEqual([]));
afterAll(() => world.close());

const check = async (
  number: { id: string; wabaId: string; token: string },
  more: { token?: string; id?: string; wabaId?: string } = {},
) => {
  const { token = number.token, id = number.id, wabaId = number.wabaId } = more;
  const values = { phoneNumberId: id, wabaId };
  return (await world.ask('whatsapp', { kind: 'check', secrets: { accessToken: token }, values })).body;
};
const template = (name: string, more: Partial<Template> = {}, body = 'Olá {{1}}, são {{2}}. {{1}}!'): Template => ({
  name,
  language: 'pt_BR',
  status: 'APPROVED',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: body }],
  ...more,
});

test('C33: what was typed for a number is checked, field by field, and its webhooks are subscribed', async () => {
  const number = world.graph.number();
  expect(await check(number)).toEqual({ kind: 'check', account: '+55 11 90000-0001', externalId: number.id, wrong: {} });
  expect(world.graph.subscribed.has(number.wabaId)).toBe(true);
  const other = world.graph.number();
  const wrong = async (more: Parameters<typeof check>[1]) => (await check(number, more)).wrong;
  expect(await wrong({ token: 'nonsense' })).toEqual({ accessToken: 'invalid' });
  expect(await wrong({ token: '' })).toEqual({ accessToken: 'invalid' });
  expect(await wrong({ id: other.id })).toEqual({ phoneNumberId: 'not-found' });
  expect(await wrong({ id: 'me' })).toEqual({ phoneNumberId: 'invalid' });
  expect(await wrong({ wabaId: other.wabaId })).toEqual({ wabaId: 'not-found' });
  const both = world.graph.token([number.id, number.wabaId, other.wabaId]);
  expect(await wrong({ token: both, wabaId: other.wabaId })).toEqual({ phoneNumberId: 'not-found' });
  const dead = world.graph.token([number.id, number.wabaId]);
  world.graph.kill(dead, { code: 190, subcode: 463, status: 401 });
  expect(await wrong({ token: dead })).toEqual({ accessToken: 'expired' });
  world.graph.kill(dead, { code: 200, status: 403 });
  expect(await wrong({ token: dead })).toEqual({ accessToken: 'missing-permission' });
});

test('a token that may not list numbers is checked by the account’s templates', async () => {
  const [number, other] = [world.graph.number(), world.graph.number()];
  world.graph.next('node', {}, { status: 404 });
  expect((await check(number)).wrong).toEqual({});
  world.graph.next('node', {}, { status: 404 });
  expect((await check(number, { wabaId: other.wabaId })).wrong).toEqual({ wabaId: 'not-found' });
});

test('a check that Graph does not answer is no answer', async () => {
  const number = world.graph.number();
  world.graph.next('node', { status: 502 });
  const { status } = await world.ask('whatsapp', {
    kind: 'check',
    secrets: { accessToken: number.token },
    values: { phoneNumberId: number.id, wabaId: number.wabaId },
  });
  expect(status).toBe(503);
});

test('C31: templates come in pages, as far as Prosa can fill them', async () => {
  const number = world.graph.number();
  number.templates.push(
    ...Array.from({ length: 55 }, (_, nth) => template(`aviso_${nth}`)),
    template('rejeitado', { status: 'REJECTED' }),
    template('com_nome', { parameter_format: 'NAMED' }, 'Olá {{nome}}'),
    template('com_foto', {
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: 'Veja' },
      ],
    }),
    template('completo', {
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Pedido' },
        { type: 'BODY', text: 'Chegou' },
        { type: 'FOOTER', text: 'Loja' },
        { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Obrigado' }] },
      ],
    }),
  );
  const connectionId = await world.connect(world.cloud(number));
  const ask = async (next: string | null) => (await world.ask('whatsapp', { kind: 'templates', connectionId, next })).body;
  const first = await ask(null);
  expect(first.templates).toHaveLength(50);
  expect(first.templates[0]).toEqual({
    name: 'aviso_0',
    language: 'pt_BR',
    category: 'UTILITY',
    text: 'Olá {{1}}, são {{2}}. {{1}}!',
    header: null,
    footer: null,
    buttons: [],
    values: 2,
  });
  const second = await ask(first.next);
  expect(second.next).toBeNull();
  expect(second.templates.map(({ name }: { name: string }) => name)).toEqual([
    ...Array.from({ length: 5 }, (_, nth) => `aviso_${50 + nth}`),
    'completo',
  ]);
  expect(second.templates.at(-1)).toMatchObject({ header: 'Pedido', footer: 'Loja', buttons: ['Obrigado'], values: 0 });
});

test('C7: an instance that does not own the connection tells its templates, and checks a number, as the owner does', async () => {
  const number = world.graph.number();
  number.templates.push(template('aviso'));
  const connectionId = await world.connect(world.cloud(number));
  const owners = () => world.pool.query('select owner, epoch from lease.lease where name = $1', [`connection:${connectionId}`]);
  const templates = () => world.ask('whatsapp', { kind: 'templates', connectionId, next: null });
  const [owner, ofOwner, checkedByOwner] = [(await owners()).rows, await templates(), await check(number)];
  // It is the one that is asked from now on.
  await world.gateway();
  expect(await templates()).toEqual(ofOwner);
  expect(ofOwner.body.templates.map(({ name }: { name: string }) => name)).toEqual(['aviso']);
  expect(await check(number)).toEqual(checkedByOwner);
  expect((await owners()).rows).toEqual(owner);
});

test('a connection that is nobody’s, or another company’s, has no templates', async () => {
  const { status } = await world.ask('whatsapp', { kind: 'templates', connectionId: newId(), next: null });
  expect(status).toBe(404);
  const theirs = await world.connect(world.cloud(world.graph.number()), newId());
  expect((await world.ask('whatsapp', { kind: 'templates', connectionId: theirs, next: null })).status).toBe(404);
});
