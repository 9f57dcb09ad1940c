import { newId, settingDefaults } from '@prosa/contracts';
import { tokenOf } from '../../people/mail/mail.fixture.ts';
import { startMailWorld } from '../../people/mail/mail.scene.fixture.ts';
import { PASSWORD } from '../../records/world.fixture.ts';

const { world, server, one, two, ask, newEmail, close } = await startMailWorld();
afterAll(close);

const { companyId: bosses, users: staff } = await world.company(one);
const boss = await world.platformUser(one, bosses);
const [token, admin] = await Promise.all([one.signIn(boss.email), one.signIn(staff.admin.email)]);
const aName = () => `Empresa ${newId().slice(-12)}`;
const create = (body: object = {}, more: object = {}, through = one) =>
  through.call('POST /companies', { token, body: { name: aName(), email: newEmail(), password: PASSWORD, ...body }, ...more });
const put = (id: unknown, body: object, through = one) => through.call(`PUT /companies/${id}`, { token, body });
const told = async (id: unknown) =>
  (await one.deps.store.load(`company-${id}`)).map(({ type, data, meta: { actor } }) => ({ type, data, actor }));
const by = { kind: 'user', id: boss.id, companyId: bosses };
const isTaken = { status: 409, body: { error: 'ERR_COMPANY_NAME_ALREADY_EXISTS' } };

describe('a company that a platform-level user creates', () => {
  test('is due in a month, and its administrator signs in with the given password', async () => {
    const [name, email] = [aName(), newEmail()];
    const before = Date.now();
    const made = await create({ name, email, campaignsEnabled: false });
    expect(made).toMatchObject({
      status: 201,
      body: {
        id: expect.any(String),
        name,
        email,
        phone: '',
        planId: null,
        status: true,
        campaignsEnabled: false,
        recurrence: 'MENSAL',
        tagForce: false,
        billingName: '',
        erasesAt: null,
        schedules: [],
        settings: expect.arrayContaining([{ key: 'campaignsEnabled', value: 'false' }]),
      },
    });
    const days = (Date.parse(made.body.dueDate as string) - before) / 86_400_000;
    expect(days).toBeGreaterThan(27.9);
    expect(days).toBeLessThan(31.1);
    expect(made.body.trialExpiration).toBe(made.body.dueDate);
    const me = await two.call('GET /auth/me', { token: await two.signIn(email) });
    expect(me.body).toMatchObject({ name, email, profile: 'admin', super: false, emailVerified: true, companyId: made.body.id });
    expect(await told(made.body.id)).toEqual([
      { type: 'CompanyRegistered', data: expect.objectContaining({ name }), actor: by },
      { type: 'SettingChanged', data: { companyId: made.body.id, key: 'campaignsEnabled', value: 'false' }, actor: by },
    ]);
    expect(JSON.stringify(await told(made.body.id)) + world.logged()).not.toContain(PASSWORD);
  });

  test('has all that is given', async () => {
    const body = {
      phone: '+55 11 3333-4444',
      status: false,
      dueDate: '2031-01-31',
      tagForce: true,
      trialExpiration: null,
      billingName: 'Padaria Ltda',
      addressZipCode: '01310-100',
      addressStreet: 'Av. Paulista, 1000',
      addressDistrict: 'Bela Vista',
      addressCity: 'São Paulo',
      addressState: 'SP',
    };
    const dueDate = '2031-02-01T02:59:59.999Z';
    const made = await create(body);
    expect(made).toMatchObject({ status: 201, body: { ...body, dueDate } });
    expect(made.body.settings).toEqual(Object.entries(settingDefaults).map(([key, value]) => ({ key, value })));
  });

  test('without a password has an administrator who is invited', async () => {
    const email = newEmail();
    expect((await create({ email, password: '' })).status).toBe(201);
    const link = tokenOf(await server.mailTo(email));
    expect(await ask('POST /auth/link', { body: { token: link } })).toMatchObject({ body: { purpose: 'invitation', email } });
    expect((await ask('POST /auth/reset', { body: { token: link, password: 'minha-senha' } })).status).toBe(200);
    expect((await one.call('POST /auth/login', { body: { email, password: 'minha-senha' } })).status).toBe(200);
  });

  test('needs a password where no mails are sent, and one that is hard to guess', async () => {
    const mute = await world.instance();
    expect(await create({ password: null }, {}, mute)).toMatchObject({ body: { error: 'ERR_MAIL_OFF' } });
    expect((await create({}, {}, mute)).status).toBe(201);
    expect(await create({ password: '123456' })).toMatchObject({ body: { error: 'ERR_PASSWORD_COMMON' } });
  });

  test('is created once if the call is repeated, on any instance; another body under the key is refused', async () => {
    const key = newId();
    const body = { name: aName(), email: newEmail() };
    const [first, again] = await Promise.all([create(body, { key }), create(body, { key }, two)]);
    expect(first.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(await one.deps.store.load(`users-${first.body.id}`)).toHaveLength(1);
    for (const other of [{ phone: '1' }, { password: 'uma-outra-senha' }])
      expect((await create({ ...body, ...other }, { key })).body.error).toBe('ERR_IDEMPOTENCY_MISMATCH');
  });

  test.each([
    ['name', 'A', 'Too Short!'],
    ['email', '', 'Required'],
    ['email', undefined, 'Required'],
    ['dueDate', '31/01/2027', 'Invalid date'],
    ['dueDate', '9999-12-31', 'Invalid date'],
    ['timeZone', 'Marte/Olimpo', 'Invalid time zone'],
  ])('%s %p is refused', async (field, value, message) =>
    expect(await create({ [field]: value })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', fields: { [field]: message } },
    }),
  );

  test('leaves nothing behind if its e-mail is taken or its plan does not exist', async () => {
    const body = { name: aName(), email: staff.user.email };
    expect(await create(body)).toMatchObject({ status: 409, body: { error: 'ERR_DUPLICATED_EMAIL' } });
    const free = { ...body, email: newEmail() };
    expect((await create({ ...free, planId: newId() })).body.error).toBe('ERR_NO_PLAN_FOUND');
    expect((await create(free)).status).toBe(201);
  });
});

describe('a name', () => {
  test('belongs to one company, whoever asks first', async () => {
    const name = aName();
    const answers = await Promise.all([one, two, one, two].map((through) => create({ name }, {}, through)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject(isTaken);
    const { body } = await create();
    expect(await put(body.id, { name: name.toUpperCase() }, two)).toMatchObject(isTaken);
    expect(await told(body.id)).toHaveLength(1);
  });

  test('may be spelled anew by its company, and is free once that has another one', async () => {
    const name = aName();
    const { body } = await create({ name });
    expect((await put(body.id, { name: name.toUpperCase() })).body.name).toBe(name.toUpperCase());
    expect((await put(body.id, { name: aName() })).status).toBe(200);
    // A claim is safe for a minute.
    await one.deps.pool.query(`update command.company_name set claimed_at = claimed_at - interval '61 seconds'`);
    expect((await create({ name }, {}, two)).status).toBe(201);
    expect(await put(body.id, { name })).toMatchObject(isTaken);
  });

  test('of a company from before names were claimed is taken too', async () => {
    const name = aName();
    await world.company(one, { name });
    const known = () => one.deps.pool.query('select from command.company_name where name = $1', [name.toLowerCase()]);
    while ((await known()).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await create({ name })).toMatchObject(isTaken);
  });
});

describe('a change', () => {
  test('keeps every field, and stands in the history of its company', async () => {
    const { body } = await create();
    const changes = {
      name: aName(),
      email: newEmail(),
      phone: '11',
      status: false,
      dueDate: '2030-05-05T12:00:00.000Z',
      trialExpiration: '2030-04-05T12:00:00.000Z',
      tagForce: true,
      timeZone: 'America/Manaus',
      billingName: 'Outra Ltda',
      addressZipCode: '69000-000',
      addressStreet: 'Rua 1',
      addressDistrict: 'Centro',
      addressCity: 'Manaus',
      addressState: 'AM',
      campaignsEnabled: false,
    };
    expect(await put(body.id, changes, two)).toMatchObject({ status: 200, body: changes });
    const { campaignsEnabled: _, ...fields } = changes;
    expect((await told(body.id)).slice(1)).toEqual([
      { type: 'CompanyChanged', data: { ...fields, companyId: body.id }, actor: by },
      { type: 'SettingChanged', data: { companyId: body.id, key: 'campaignsEnabled', value: 'false' }, actor: by },
    ]);
    expect((await put(body.id, { dueDate: '2031-01-31' })).body.dueDate).toBe('2031-02-01T03:59:59.999Z');
    expect((await put(body.id, { trialExpiration: null })).body.trialExpiration).toBeNull();
  });

  test('that stops a company ends its sessions until it is served again', async () => {
    const email = newEmail();
    const { body } = await create({ email });
    const theirs = await two.signIn(email);
    const login = () => two.call('POST /auth/login', { body: { email, password: PASSWORD } });
    expect((await put(body.id, { status: false })).status).toBe(200);
    expect(await login()).toMatchObject({ body: { error: 'ERR_COMPANY_STOPPED' } });
    const call = await two.call('POST /tags', { token: theirs, body: { name: 'Nova' } });
    expect(call.body.error).toBe('ERR_COMPANY_STOPPED');
    expect((await put(body.id, { status: true })).status).toBe(200);
    expect((await login()).status).toBe(200);
  });
});

test('a renewal is a month from the due date that was seen: of two at once one counts', async () => {
  const { body } = await create({ dueDate: '2031-01-31T15:00:00.000Z' });
  const renew = (dueDate: string, through = one) =>
    through.call(`POST /companies/${body.id}/renew`, { token, body: { dueDate } });
  const [first, second] = await Promise.all([renew(body.dueDate as string), renew(body.dueDate as string, two)]);
  for (const { status, body: after } of [first, second])
    expect([status, after.dueDate]).toEqual([200, '2031-02-28T15:00:00.000Z']);
  expect((await renew('2031-02-28T15:00:00.000Z')).body.dueDate).toBe('2031-03-31T15:00:00.000Z');
  expect((await told(body.id)).map(({ type, actor }) => [type, actor])).toEqual([
    ['CompanyRegistered', by],
    ['CompanyRenewed', by],
    ['CompanyRenewed', by],
  ]);
});

test('a due date is the same instant however it is written, and renewals end where dates do', async () => {
  const { body } = await create({ dueDate: '2031-01-31T15:00:00Z' });
  expect(body.dueDate).toBe('2031-01-31T15:00:00.000Z');
  expect((await put(body.id, { dueDate: '2031-03-31T15:00:00Z' })).body.dueDate).toBe('2031-03-31T15:00:00.000Z');
  const renew = (dueDate: unknown) => one.call(`POST /companies/${body.id}/renew`, { token, body: { dueDate } });
  expect((await renew('2031-03-31T15:00:00Z')).body.dueDate).toBe('2031-04-30T15:00:00.000Z');
  const { body: last } = await put(body.id, { dueDate: '9998-12-31' });
  expect(await renew(last.dueDate)).toMatchObject({ status: 400, body: { fields: { dueDate: 'Invalid date' } } });
});

test('nobody but platform-level users does any of this', async () => {
  const { body } = await create();
  for (const [call, sent] of [
    ['POST /companies', { name: aName(), email: newEmail(), password: PASSWORD }],
    [`PUT /companies/${bosses}`, { phone: '1' }],
    [`POST /companies/${bosses}/renew`, { dueDate: body.dueDate }],
    [`DELETE /companies/${body.id}`, undefined],
    [`POST /companies/${body.id}/restore`, undefined],
  ] as const)
    expect(await one.call(call, { token: admin, body: sent })).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    });
  expect(await told(body.id)).toHaveLength(1);
});
