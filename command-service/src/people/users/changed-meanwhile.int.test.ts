import { joinPair } from '../../records/world.fixture.ts';

const { world, one, two } = await joinPair();
afterAll(() => world.close());

test('of two administrators who change what both have seen, one does and the other hears of it', async () => {
  const { users } = await world.company(one);
  const token = await one.signIn(users.admin.email);
  const call = `PUT /users/${users.user.id}` as const;
  const begun = await one.call(call, { token, body: { name: 'Ana Souza' } });
  const seenAt = begun.body.updatedAt;
  const both = await Promise.all([
    one.call(call, { token, body: { profile: 'supervisor', seenAt } }),
    two.call(call, { token, body: { profile: 'admin', seenAt } }),
  ]);
  const refused = both.filter(({ status }) => status === 409);
  expect(refused).toMatchObject([{ body: { error: 'ERR_CHANGED_MEANWHILE' } }]);
  const made = both.find(({ status }) => status === 200)!;
  expect((await one.call(call, { token, body: { name: 'Ana', seenAt: made.body.updatedAt } })).body).toMatchObject({
    name: 'Ana',
    profile: made.body.profile,
  });
});
