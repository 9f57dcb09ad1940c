import { type ContactView, limits, newId } from '@prosa/contracts';
import { ask, joinPair, makeScene } from '../../testing/world.fixture.ts';

const { world, c1, c2, scene } = await joinPair();
afterAll(() => world.close());
const { token } = scene.admin;
const actor = { kind: 'system', id: 'test' } as const;

type Answer = Record<string, string>;
const create = (fields: object, by = token) => ask<Answer>(c1, 'POST /contact-fields', { token: by, body: fields });
const field = async (fields: object): Promise<string> => (await create(fields)).body.id!;
let phones = 0;
const contact = async (fields: object[] = []) => {
  phones += 1;
  const body = { name: 'Maria', number: `551198610${String(phones).padStart(4, '0')}`, fields };
  return ask<ContactView>(c1, 'POST /contacts', { token: scene.ana.token, body });
};
const change = (id: string, body: object, through = c2) =>
  ask<ContactView>(through, `PUT /contacts/${id}`, { token: scene.ana.token, body });

test('a field has a name of its own and a type that stays; a choice has something to choose; only administrators write', async () => {
  const made = await create({ name: ' Perfil ', type: 'choice', choices: 'Ouro\nPrata', place: 2 });
  expect(made).toMatchObject({ status: 201, body: { name: 'Perfil', type: 'choice', choices: 'Ouro\nPrata', place: 2 } });
  expect((await create({ name: 'perfil' })).body.error).toBe('ERR_CONTACT_FIELD_EXISTS');
  const faults = async (fields: object) => (await create(fields)).body as unknown as { error: string; fields: object };
  expect(await faults({ name: 'P', place: -1 })).toMatchObject({ fields: { name: 'Too Short!', place: 'Invalid value' } });
  expect(await faults({ name: 'Nada', type: 'choice', choices: ' \n ' })).toMatchObject({ fields: { choices: 'Required' } });
  const path = `/contact-fields/${made.body.id}` as const;
  expect((await ask(c2, `PUT ${path}`, { token, body: { type: 'text' } })).body).toMatchObject({
    error: 'ERR_VALIDATION',
    fields: { type: 'Cannot be changed' },
  });
  expect((await ask(c2, `PUT ${path}`, { token, body: { choices: '' } })).body).toMatchObject({
    fields: { choices: 'Required' },
  });
  expect((await ask(c2, `PUT ${path}`, { token, body: { name: 'Classe', type: 'choice' } })).body).toMatchObject({
    name: 'Classe',
  });
  expect((await create({ name: 'Outro' }, scene.ana.token)).status).toBe(403);
});

test('values are read by their type, kept with the contact, and changed one by one', async () => {
  const [cpf, born, limit] = [
    await field({ name: 'CPF', type: 'cpf' }),
    await field({ name: 'Nascimento', type: 'date' }),
    await field({ name: 'Limite', type: 'number' }),
  ];
  const value = (fieldId: string, text: string) => ({ fieldId, value: text });
  const made = await contact([value(cpf, '529.982.247-25'), value(born, '1990-05-12')]);
  expect(made).toMatchObject({ status: 201, body: { fields: [value(cpf, '52998224725'), value(born, '1990-05-12')] } });
  const { id } = made.body;
  const changed = await change(id, { fields: [value(limit, '4000.5'), value(cpf, '')] });
  expect(changed.body.fields).toEqual([value(born, '1990-05-12'), value(limit, '4000.5')]);
  expect((await change(id, { fields: [value(limit, ' 4000.5 ')] })).position).toEqual(changed.position);
  const refused = await change(id, {
    name: 'Outra',
    fields: [value(cpf, '52998224724'), value(newId(), 'x'), value(limit, '1')],
  });
  expect(refused).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
  const faults = (refused.body as unknown as { fields: object }).fields;
  expect(faults).toMatchObject({ [`fields.${cpf}`]: 'Invalid CPF' });
  expect(Object.keys(faults)).toHaveLength(2);
  const as = await change(id, {});
  expect(as.body).toMatchObject({ name: 'Maria', fields: [value(born, '1990-05-12'), value(limit, '4000.5')] });
});

test('a deleted field takes no value, and what contacts have of it stays', async () => {
  const id = await field({ name: 'Cidade' });
  const made = await contact([{ fieldId: id, value: 'Recife' }]);
  expect((await ask(c1, `DELETE /contact-fields/${id}`, { token })).status).toBe(200);
  expect((await change(made.body.id, { fields: [{ fieldId: id, value: 'Olinda' }] }, c1)).status).toBe(400);
  expect((await change(made.body.id, { name: 'Maria José' })).body.fields).toEqual([{ fieldId: id, value: 'Recife' }]);
});

test('another company’s field is none', async () => {
  const foreign = await makeScene(c1);
  const made = await ask<Answer>(c1, 'POST /contact-fields', { token: foreign.admin.token, body: { name: 'Longe' } });
  expect((await contact([{ fieldId: made.body.id!, value: 'x' }])).status).toBe(400);
});

test('a merged contact’s values go over where the kept one has none', async () => {
  const [one, two] = [await field({ name: 'Bairro' }), await field({ name: 'Rua' })];
  const keep = await contact([{ fieldId: one, value: 'Boa Vista' }]);
  const lost = await contact([
    { fieldId: one, value: 'Graças' },
    { fieldId: two, value: 'Aurora' },
  ]);
  const body = { keepId: keep.body.id, mergeId: lost.body.id };
  const merged = await ask<ContactView>(c2, 'POST /contacts/merge', { token, body });
  expect(merged.body.fields).toEqual([
    { fieldId: one, value: 'Boa Vista' },
    { fieldId: two, value: 'Aurora' },
  ]);
});

test('a company has at most so many fields, also if two are made at once', async () => {
  const { companyId, admin } = await makeScene(c1);
  const most = Array.from({ length: limits.contactFields - 1 }, (_, n) => ({
    type: 'contact-field.created',
    data: { name: `Campo ${n}`, type: 'text', choices: '', place: 0, id: newId() },
  }));
  await c1.deps.handle({
    companyId,
    commandId: newId(),
    actor,
    missing: 'ERR_NO_CONTACT_FIELD_FOUND',
    stream: `contact-fields-${companyId}`,
    decider: { initial: () => null, evolve: () => null, decide: () => most },
    command: { do: 'fill' },
  });
  const answers = await Promise.all(
    [c1, c2].map((through, n) => ask(through, 'POST /contact-fields', { token: admin.token, body: { name: `Último ${n}` } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe('ERR_TOO_MANY_CONTACT_FIELDS');
});
