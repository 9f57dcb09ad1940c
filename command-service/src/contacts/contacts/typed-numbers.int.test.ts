import { type ContactView, newId } from '@prosa/contracts';
import { formOf, post } from '../../media/media.fixture.ts';
import { ask, eventually, makeScene, startWorld } from '../../testing/world.fixture.ts';
import { createClaims } from './claims.ts';
import { createResolveContact } from './resolve-contact.ts';

const world = await startWorld();
const service = await world.instance();
const { companyId, ana, admin } = await makeScene(service);
afterAll(() => world.close());

const create = (number: string) =>
  ask<ContactView>(service, 'POST /contacts', { token: ana.token, body: { name: 'Bia', number } });
const change = (id: string, number: string) =>
  ask<ContactView>(service, `PUT /contacts/${id}`, { token: ana.token, body: { number } });
const setCountry = (value: string) => ask(service, 'PUT /settings/country', { token: admin.token, body: { value } });
const resolve = createResolveContact({ ...service.deps, claims: createClaims(service.deps) });
/** The contact of who writes from a number. */
const writer = (value: string) =>
  resolve({
    companyId,
    identities: [{ kind: 'phone', value }],
    name: 'Bia',
    channel: 'whatsapp',
    actor: { kind: 'system', id: 'test' },
  });
const refused = (more: object = {}) => ({ status: 400, body: { error: 'ERR_WAPP_INVALID_CONTACT', ...more } });

test('a number without its country is the company’s, so that who is kept by it and who writes from it are one person', async () => {
  const { body: bia } = await create('(11) 95555-1234');
  expect(bia.number).toBe('5511955551234');
  expect(await writer('5511955551234')).toBe(bia.id);
  for (const same of [
    '011 95555-1234',
    '0055 11 95555-1234',
    '+55 (0)11 95555-1234',
    '\u202a+55 11 95555\u20111234\u202c',
    '5511955551234.0',
  ])
    expect(await create(same)).toMatchObject({ status: 409 });
  expect(await change(bia.id, '+55 11 95555-1234')).toMatchObject({ status: 200, body: { number: '5511955551234' } });
  expect(await change(bia.id, '(11) 95555-4321')).toMatchObject({ status: 200, body: { number: '5511955554321' } });
  expect(await writer('5511955554321')).toBe(bia.id);
});

test('what is no number is refused, with its reason', async () => {
  expect(await create('5,51198E+12')).toMatchObject(refused({ fields: { number: 'number-rounded' } }));
  expect(await create('(11) 95555-1234 ramal 12')).toMatchObject(refused());
  expect(await create('11 95555-1234 / 11 95555-4321')).toMatchObject(refused({ fields: { number: 'Too Long!' } }));
  const { body: rui } = await create('11 95555-0001');
  expect(await change(rui.id, '11 95555-0001 x2')).toMatchObject(refused());
});

test('both spellings of a mobile of Mexico and of Argentina are one person', async () => {
  const { body: mexican } = await create('+52 55 1234 5678');
  expect(await writer('5215512345678')).toBe(mexican.id);
  const { body: argentine } = await create('+54 11 5555-1234');
  expect(await writer('5491155551234')).toBe(argentine.id);
  expect(await create('+54 9 11 5555-1234')).toMatchObject({ status: 409 });
});

test('the company’s country is a setting; a number of another country that looks like one of its own has a plus', async () => {
  const { body: peruvian } = await create('+51 987 654 321');
  expect(peruvian.number).toBe('51987654321');
  expect(await change(peruvian.id, '51987654321')).toMatchObject({ status: 200, body: { number: '51987654321' } });
  expect((await setCountry('XX')).status).toBe(400);
  expect((await setCountry('PT')).status).toBe(200);
  try {
    expect((await create('912 345 678')).body.number).toBe('351912345678');
    expect((await create('+55 11 95555-0002')).body.number).toBe('5511955550002');
  } finally {
    await setCountry('BR');
  }
});

test('an import reads numbers by the same rule', async () => {
  const rows = [
    'Nome;Telefone',
    'Rui;(11) 95555-0011',
    'Lia;011955550012',
    'Ivo;5511955550013.0',
    'Eva;="5511955550014"',
    "Ada;'+55 11 95555-0015",
  ];
  const wrong = ['Teo;11 95555-0016 ramal 12', 'Zoe;5,51198E+12'];
  const again = ['Rui de novo;+55 (0)11 95555-0011'];
  const file = formOf([{ bytes: Buffer.from([...rows, ...wrong, ...again].join('\n')), name: 'a.csv' }]);
  const { body } = await post<{ id: string }>(service, '/contacts/import', ana, file, newId());
  const lines = await eventually(
    async () =>
      (await ask<{ lines: { result: string }[] }>(service, `GET /imports/${body.id}/lines`, { token: ana.token })).body.lines,
    (all) => all.length === 8,
  );
  const made = Array.from({ length: 5 }, () => 'created');
  expect(lines.map(({ result }) => result)).toEqual([...made, 'number-invalid', 'number-rounded', 'repeated']);
  const all = ['0011', '0012', '0013', '0014', '0015'];
  for (const last of all) expect(await create(`551195555${last}`)).toMatchObject({ status: 409 });
});
