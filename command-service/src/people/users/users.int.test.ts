import { derivedId, newId, PLATFORM } from '@prosa/contracts';
import { joinPair, PASSWORD } from '../../records/world.fixture.ts';
import { credentials } from '../sessions/credentials.ts';

const { world, one, two } = await joinPair();
/** An administrator's token, for calls that change nothing. */
const adminToken = await one.signIn((await world.company(one)).users.admin.email);
afterAll(() => world.close());

const emailOf = () => `bruno.${newId()}@prosa.test`;
const bruno = (more: object = {}) => ({ name: 'Bruno', email: emailOf(), password: 'cinco', ...more });
const put = (id: unknown) => `PUT /users/${id}` as const;
const erase = (id: unknown) => `DELETE /users/${id}` as const;
const login = (email: string, password: string) => one.call('POST /auth/login', { body: { email, password } });

test('an administrator creates a user, who can sign in on another instance at once', async () => {
  const { users, companyId } = await world.company(one);
  const token = await one.signIn(users.admin.email);
  const body = bruno();
  const made = await one.call('POST /users', { token, body });
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'Bruno', email: body.email, profile: 'user', super: false, queueIds: [], companyId },
  });
  expect(JSON.stringify(made.body)).not.toContain('cinco');
  expect(made.headers.get('prosa-position')).toMatch(/^\d+$/);
  expect((await two.call('GET /auth/me', { token: await two.signIn(body.email, 'cinco') })).body.id).toBe(made.body.id);
});

test.each([
  ['name', 'A', 'Too Short!'],
  ['name', 'a'.repeat(51), 'Too Long!'],
  ['name', ' ', 'Required'],
  ['name', undefined, 'Required'],
  ['name', 'nul\0', 'Invalid text'],
  ['name', 'half \ud800', 'Invalid text'],
  ['email', 'ana', 'Invalid email'],
  ['email', '', 'Required'],
  ['email', 7, 'Required'],
  ['password', 'quat', 'Too Short!'],
  ['password', 'a'.repeat(51), 'Too Long!'],
  ['password', undefined, 'Required'],
])('a user whose %s is %j is refused, field by field', async (field, value, message) => {
  const refused = await one.call('POST /users', { token: adminToken, body: bruno({ [field]: value }) });
  expect(refused).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION', fields: { [field]: message } } });
});

test.each([
  ['profile', { profile: 'chefe' }],
  ['queueIds', { queueIds: 'todas' }],
])('a %s of the wrong kind is refused', async (_, more) => {
  expect((await one.call('POST /users', { token: adminToken, body: bruno(more) })).status).toBe(400);
});

test('a user is in a sector of the own company, which only an administrator changes', async () => {
  const [{ users }, other] = await Promise.all([world.company(one), world.company(two)]);
  const [token, theirs] = [await one.signIn(users.admin.email), await two.signIn(other.users.admin.email)];
  const [mine, foreign] = await Promise.all(
    [token, theirs].map(
      async (as) => (await one.call('POST /sectors/cadastro', { token: as, body: { name: 'Entregas' } })).body.id,
    ),
  );
  const body = bruno({ sectorId: mine });
  const made = await two.call('POST /users', { token, body });
  expect(made).toMatchObject({ status: 201, body: { sectorId: mine } });
  const missing = { status: 404, body: { error: 'ERR_NO_SECTOR_FOUND' } };
  expect(await one.call('POST /users', { token, body: bruno({ sectorId: foreign }) })).toMatchObject(missing);
  expect(await one.call(put(made.body.id), { token, body: { sectorId: foreign } })).toMatchObject(missing);
  const own = await one.signIn(body.email, 'cinco');
  expect(await one.call(put(made.body.id), { token: own, body: { sectorId: null } })).toMatchObject({ status: 403 });
  expect((await one.call(`DELETE /sectors/${mine}`, { token })).status).toBe(200);
  expect(await one.call(put(users.user.id), { token, body: { sectorId: mine } })).toMatchObject(missing);
  expect(await one.call(put(made.body.id), { token, body: { sectorId: null } })).toMatchObject({ body: { sectorId: null } });
});

test('a refused user leaves their e-mail free', async () => {
  const { users } = await world.company(one);
  const token = await one.signIn(users.admin.email);
  const body = bruno({ queueIds: [newId()] });
  expect(await one.call('POST /users', { token, body })).toMatchObject({ status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } });
  expect((await one.call('POST /users', { token, body: { ...body, queueIds: [] } })).status).toBe(201);
});

test('one e-mail used concurrently in two companies on two instances creates one user', async () => {
  const companies = await Promise.all([world.company(one), world.company(two)]);
  const tokens = await Promise.all(companies.map(({ users }, index) => [one, two][index]!.signIn(users.admin.email)));
  const body = bruno();
  const answers = await Promise.all(
    [one, two].map((through, index) => through.call('POST /users', { token: tokens[index], body })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ error: 'ERR_DUPLICATED_EMAIL' });
});

test('one key sent many times concurrently on two instances creates one user, with the same answer', async () => {
  const { users, companyId } = await world.company(one);
  const token = await one.signIn(users.admin.email);
  const body = bruno();
  const key = newId();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => [one, two][index % 2]!.call('POST /users', { token, body, key })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  expect(new Set(answers.map((answer) => answer.headers.get('prosa-position'))).size).toBe(1);
  expect((await two.deps.referenceData.users(companyId)).size).toBe(4);
  const other = await one.call('POST /users', { token, body: { ...body, name: 'Outro' }, key });
  expect(other).toMatchObject({ status: 422, body: { error: 'ERR_IDEMPOTENCY_MISMATCH' } });
});

test('an e-mail claimed by a creation that never ended is free after a minute', async () => {
  const { users, companyId } = await world.company(one);
  const token = await one.signIn(users.admin.email);
  const body = bruno();
  const known = credentials({ pool: one.deps.pool, masterKey: one.deps.config.PROSA_KEYS });
  await known.claim({ userId: newId(), companyId, email: body.email, password: 'cinco' }, async () => 'absent');
  expect((await one.call('POST /users', { token, body })).status).toBe(409);
  await one.deps.pool.query(`update command.credential set made_at = now() - interval '61 s' where email_hash = $1`, [
    known.hashOf(body.email),
  ]);
  expect((await one.call('POST /users', { token, body })).status).toBe(201);
  expect((await login(body.email, 'cinco')).status).toBe(200);
});

describe('a repeated creation', () => {
  const scene = async () => {
    const { users, companyId } = await world.company(one);
    const token = await one.signIn(users.admin.email);
    const key = newId();
    const userId = derivedId(derivedId(companyId, users.admin.id, key), 'user');
    const create = (body: object, options: { key?: string } = { key }) => two.call('POST /users', { token, body, ...options });
    return { token, companyId, userId, create };
  };
  const known = () => credentials({ pool: one.deps.pool, masterKey: one.deps.config.PROSA_KEYS });
  const same = ({ status, body, headers }: { status: number; body: Record<string, unknown>; headers: Headers }) => [
    status,
    body.id,
    headers.get('prosa-position'),
  ];

  test('gets the same answer if the e-mail belongs to another user by now', async () => {
    const { token, userId, create } = await scene();
    const body = bruno();
    const first = await create(body);
    expect(first.body.id).toBe(userId);
    const renamed = await one.call(put(userId), { token, body: { email: emailOf(), currentPassword: PASSWORD } });
    expect((await create(body, {})).status).toBe(201);
    const again = await create(body);
    expect(same(again)).toEqual(same(first));
    expect(renamed.body.email).not.toBe(body.email);
    expect((await login(renamed.body.email as string, 'cinco')).status).toBe(200);
  });

  test('continues where its process was killed between e-mail and event', async () => {
    const { companyId, userId, create } = await scene();
    const body = bruno();
    await known().claim({ userId, companyId, email: body.email, password: body.password }, async () => 'absent');
    expect(await create(body)).toMatchObject({ status: 201, body: { id: userId } });
    expect((await login(body.email, 'cinco')).body.user).toMatchObject({ id: userId });
  });

  test('with another e-mail is refused there too, and the first one can still continue', async () => {
    const { companyId, userId, create } = await scene();
    const body = bruno();
    const other = { userId: newId(), companyId, email: body.email, password: body.password };
    await known().claim(other, async () => 'absent');
    expect((await create(body)).status).toBe(409);
    await known().remove(other.userId);
    await known().claim({ ...other, userId }, async () => 'absent');
    expect(await create(bruno())).toMatchObject({ status: 422, body: { error: 'ERR_IDEMPOTENCY_MISMATCH' } });
    expect((await create(body)).status).toBe(201);
    expect((await login(body.email, 'cinco')).status).toBe(200);
  });

  test('after another call took the e-mail over does not create a second user', async () => {
    const { companyId, userId, create } = await scene();
    const body = bruno();
    await create(body);
    // The remains of a process that was killed after its event, one minute too late.
    await known().remove(userId);
    expect((await create({ ...body, name: 'Outro' }, {})).status).toBe(201);
    for (let time = 0; time < 2; time += 1)
      expect(await create(body)).toMatchObject({ status: 409, body: { error: 'ERR_DUPLICATED_EMAIL' } });
    expect((await one.deps.referenceData.users(companyId)).get(userId)).toMatchObject({ deleted: true });
    expect((await login(body.email, 'cinco')).body.user).toMatchObject({ name: 'Outro' });
  });

  test('restores a lost credential', async () => {
    const { userId, create } = await scene();
    const body = bruno();
    const first = await create(body);
    await known().remove(userId);
    expect(same(await create(body))).toEqual(same(first));
    expect((await login(body.email, 'cinco')).status).toBe(200);
  });
});

test('a repeated change gets the same answer if the e-mail belongs to another user by now', async () => {
  const { users } = await world.company(one);
  const token = await one.signIn(users.admin.email);
  const [key, email] = [newId(), emailOf()];
  const change = () => two.call(put(users.user.id), { token, body: { email, currentPassword: PASSWORD }, key });
  const first = await change();
  await one.call(put(users.user.id), { token, body: { email: emailOf(), currentPassword: PASSWORD } });
  expect((await one.call('POST /users', { token, body: bruno({ email }) })).status).toBe(201);
  const again = await change();
  expect([again.status, again.headers.get('prosa-position')]).toEqual([200, first.headers.get('prosa-position')]);
  expect((await one.call(put(users.user.id), { token, body: { email, currentPassword: PASSWORD } })).body.error).toBe(
    'ERR_DUPLICATED_EMAIL',
  );
});

test('users change their own name, e-mail and password; a blank password keeps the old one', async () => {
  const { users } = await world.company(one);
  const { id, email } = users.user;
  const token = await one.signIn(email);
  const changed = await one.call(put(id), { token, body: { name: 'Novo Nome', password: '' } });
  expect(changed).toMatchObject({ status: 200, body: { id, name: 'Novo Nome', email } });
  expect((await login(email, PASSWORD)).status).toBe(200);
  const mine = await one.signIn(email);
  const fresh = emailOf();
  expect(
    (await one.call(put(id), { token: mine, body: { email: fresh, password: 'outra', currentPassword: PASSWORD } })).status,
  ).toBe(200);
  expect((await one.call('GET /auth/me', { token: mine })).body).toMatchObject({ email: fresh });
  expect((await login(email, 'outra')).status).toBe(401);
  expect((await login(fresh, PASSWORD)).status).toBe(401);
  expect((await login(fresh, 'outra')).status).toBe(200);
});

test.each([
  ['supervisor', 'profile'],
  ['user', 'profile'],
  ['supervisor', 'queueIds'],
  ['user', 'queueIds'],
] as const)('a %s cannot change the own %s', async (profile, field) => {
  const { users } = await world.company(one);
  const token = await one.signIn(users[profile].email);
  const body = field === 'profile' ? { profile: 'admin' } : { queueIds: [newId()] };
  expect(await one.call(put(users[profile].id), { token, body })).toMatchObject({
    status: 403,
    body: { error: 'ERR_NO_PERMISSION' },
  });
});

test('only an administrator can change another user’s password', async () => {
  const { users } = await world.company(one);
  const token = await one.signIn(users.user.email);
  const refused = await one.call(put(users.admin.id), { token, body: { password: 'tomada' } });
  expect(refused).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect((await login(users.admin.email, PASSWORD)).status).toBe(200);
});

test('a call that creates nobody does not tell whether somebody has the e-mail', async () => {
  const theirs = (await world.company(two)).users.admin.email;
  const boss = await one.signIn((await world.platformUser(one, PLATFORM)).email);
  const plan = { name: `Plano ${newId().slice(-12)}`, users: 3, connections: 1, queues: 1, value: 0 };
  const planId = (await one.call('POST /plans', { token: boss, body: plan })).body.id as string;
  const full = await one.signIn((await world.company(one, { planId })).users.admin.email);
  for (const [token, more, error] of [
    [adminToken, { queueIds: [newId()] }, 'ERR_NO_QUEUE_FOUND'],
    [adminToken, { sectorId: newId() }, 'ERR_NO_SECTOR_FOUND'],
    [full, {}, 'ERR_USER_CREATION_DISABLED'],
  ] as const)
    for (const email of [theirs, emailOf()])
      expect((await one.call('POST /users', { token, body: bruno({ email, ...more }) })).body.error).toBe(error);
});

test('a caller who may not change an e-mail does not learn whether it exists', async () => {
  const [mine, theirs] = await Promise.all([world.company(one), world.company(two)]);
  const token = await one.signIn(mine.users.user.email);
  const boss = await world.platformUser(one, mine.companyId);
  const told = async (as: string, id: string, body: object) => {
    const { status, body: answer } = await one.call(put(id), { token: as, body });
    return { status, answer };
  };
  const emails = [theirs.users.admin.email, mine.users.admin.email, emailOf()];
  for (const id of [newId(), mine.users.admin.id, theirs.users.admin.id])
    for (const more of [{}, { password: 'tomada' }]) {
      const answers = await Promise.all(emails.map((email) => told(token, id, { email, ...more })));
      expect(answers[0]?.status).toBe(id === mine.users.admin.id ? 403 : 404);
      expect(answers).toEqual(emails.map(() => answers[0]));
    }
  // A change that is refused for another reason does not reveal it either.
  for (const email of emails)
    expect((await told(token, mine.users.user.id, { email, profile: 'admin', currentPassword: PASSWORD })).answer).toMatchObject({
      error: 'ERR_NO_PERMISSION',
    });
  for (const email of emails)
    expect((await told(adminToken, boss.id, { email })).answer).toMatchObject({ error: 'ERR_NO_USER_FOUND' });
  expect((await login(mine.users.user.email, PASSWORD)).status).toBe(200);
});

test('an administrator cannot become a platform-level user by changing that user’s password or e-mail, nor delete them', async () => {
  const { users, companyId } = await world.company(one);
  const boss = await world.platformUser(one, companyId);
  const token = await one.signIn(users.admin.email);
  for (const body of [{ password: 'tomada' }, { email: emailOf() }])
    expect(await one.call(put(boss.id), { token, body })).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect((await one.call(erase(boss.id), { token })).status).toBe(403);
  const theirs = await one.signIn(boss.email);
  expect((await one.call(put(boss.id), { token: theirs, body: { password: 'propria', currentPassword: PASSWORD } })).status).toBe(
    200,
  );
  const another = await world.platformUser(one, companyId);
  expect((await one.call(erase(another.id), { token: theirs })).status).toBe(200);
});

test('a password set by an administrator ends that user’s session', async () => {
  const { users } = await world.company(one);
  const [token, theirs] = [await one.signIn(users.admin.email), await one.signIn(users.user.email)];
  expect((await one.call(put(users.user.id), { token, body: { password: 'trocada', currentPassword: PASSWORD } })).status).toBe(
    200,
  );
  expect(await one.call('GET /auth/me', { token: theirs })).toMatchObject({
    status: 401,
    body: { error: 'ERR_PASSWORD_CHANGED' },
  });
  expect((await login(users.user.email, 'trocada')).status).toBe(200);
});

test('a used e-mail is refused, and nothing else is changed with it', async () => {
  const { users } = await world.company(one);
  const token = await one.signIn(users.admin.email);
  const body = { name: 'Nunca', email: users.supervisor.email, password: 'nunca', currentPassword: PASSWORD };
  expect(await one.call(put(users.user.id), { token, body })).toMatchObject({
    status: 409,
    body: { error: 'ERR_DUPLICATED_EMAIL', fields: { email: 'Já existe um usuário com este e-mail.' } },
  });
  expect((await login(users.user.email, PASSWORD)).body.user).toMatchObject({ name: 'Pessoa user' });
});

test('a late repeat of a change does not restore an older e-mail', async () => {
  const { users } = await world.company(one);
  const token = await one.signIn(users.admin.email);
  const [first, second, key] = [emailOf(), emailOf(), newId()];
  await one.call(put(users.user.id), { token, body: { email: first, currentPassword: PASSWORD }, key });
  await one.call(put(users.user.id), { token, body: { email: second, currentPassword: PASSWORD } });
  expect((await one.call(put(users.user.id), { token, body: { email: first, currentPassword: PASSWORD }, key })).status).toBe(
    200,
  );
  expect((await login(second, PASSWORD)).status).toBe(200);
  expect((await login(first, PASSWORD)).status).toBe(401);
});

test('a deleted user is signed out everywhere, and their e-mail is free', async () => {
  const { users } = await world.company(one);
  const [token, theirs] = [await one.signIn(users.admin.email), await one.signIn(users.user.email)];
  const gone = await one.call(erase(users.user.id), { token });
  expect(gone).toMatchObject({ status: 200, body: null });
  expect((await one.call('GET /auth/me', { token: theirs })).status).toBe(401);
  expect((await login(users.user.email, PASSWORD)).status).toBe(401);
  expect((await one.call(erase(users.user.id), { token })).body.error).toBe('ERR_NO_USER_FOUND');
  expect((await one.call('POST /users', { token, body: bruno({ email: users.user.email }) })).status).toBe(201);
});

test('an administrator can neither delete themselves nor leave the company without one', async () => {
  const { users } = await world.company(one);
  const token = await one.signIn(users.admin.email);
  const { id } = users.admin;
  expect(await one.call(erase(id), { token })).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect(await one.call(put(id), { token, body: { profile: 'user' } })).toMatchObject({
    status: 409,
    body: { error: 'ERR_LAST_ADMINISTRATOR' },
  });
});

test('another company’s user is not found, and stays unchanged', async () => {
  const [mine, theirs] = await Promise.all([world.company(one), world.company(two)]);
  const token = await one.signIn(mine.users.admin.email);
  const { id, email } = theirs.users.user;
  for (const body of [{ name: 'Invadida' }, { password: 'tomada' }, { email: emailOf(), password: 'tomada' }])
    expect(await one.call(put(id), { token, body })).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } });
  expect((await one.call(erase(id), { token })).status).toBe(404);
  expect((await login(email, PASSWORD)).body.user).toMatchObject({ name: 'Pessoa user' });
});

test('somebody says whether they take new tickets; a repeat and an unknown value change nothing', async () => {
  const { users } = await world.company(one);
  const token = await one.signIn(users.user.email);
  const me = async () => (await two.call('GET /auth/me', { token })).body.availability;
  const choose = (availability: unknown, key = newId()) =>
    one.call('PUT /users/me/availability', { token, body: { availability }, key });
  expect(await me()).toBe('available');
  expect(await choose('available')).toMatchObject({ status: 200, body: { availability: 'available' } });
  const key = newId();
  expect(await choose('busy', key)).toMatchObject({ status: 200, body: { availability: 'busy' } });
  expect(await me()).toBe('busy');
  expect(await choose('available')).toMatchObject({ status: 200, body: { availability: 'available' } });
  expect((await choose('busy', key)).status).toBe(200);
  expect(await me()).toBe('available');
  for (const unknown of ['offline', '', null, 7])
    expect(await choose(unknown)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', fields: { availability: 'Invalid value' } },
    });
  expect((await one.call('PUT /users/me/availability', { body: { availability: 'busy' } })).status).toBe(401);
});
