import type { Profile, Unstored, UserFact } from '@prosa/contracts';
import { given, stateAfter } from '../../kernel/given.ts';
import { type UserFields, users } from './users.decider.ts';

const fields = (name: string, more: Partial<UserFields> = {}): UserFields => ({
  name,
  email: `${name}@prosa.test`,
  profile: 'user',
  queueIds: [],
  ...more,
});
const created = (userId: string, more: Partial<UserFields> = {}) =>
  ({ type: 'UserCreated', data: { ...fields(userId), sectorId: null, ...more, super: false, userId } }) as const;
const marina = created('marina', { profile: 'admin' });
const ana = created('ana', { queueIds: ['vendas'] });
const rules = { queueIds: ['vendas', 'suporte'], sectorIds: ['entregas'] };
const admin = { userId: 'marina', profile: 'admin' } as const;
const create = (more: Partial<UserFields> = {}, limit: number | null = null) =>
  ({ do: 'create user', userId: 'bruno', fields: fields('bruno', more), super: false, rules: { ...rules, limit } }) as const;
const change = (
  userId: string,
  changes: Partial<UserFields>,
  by: { userId: string; profile: Profile; super?: boolean } = admin,
) => ({ do: 'change user', userId, changes, password: false, by, rules }) as const;
const drop = (userId: string, by: { userId: string; profile: 'admin' | 'user' } | null = admin) =>
  ({ do: 'delete user', userId, by }) as const;

test('a user is created with queues that exist', () =>
  given(users, [marina])
    .when(create({ queueIds: ['suporte', 'suporte'] }))
    .gives([created('bruno', { queueIds: ['suporte'] })]));

test('a queue that does not exist is refused', () =>
  given(users, [marina])
    .when(create({ queueIds: ['compras'] }))
    .refuses('ERR_NO_QUEUE_FOUND'));

test('a user is in one sector that exists, or in none', () => {
  given(users, [marina])
    .when(create({ sectorId: 'entregas' }))
    .gives([created('bruno', { sectorId: 'entregas' })]);
  given(users, [marina])
    .when(create({ sectorId: 'outro' }))
    .refuses('ERR_NO_SECTOR_FOUND');
  const placed = given(users, [marina, created('ana', { sectorId: 'fechado' })]);
  placed.when(change('ana', { sectorId: null })).gives([{ type: 'UserChanged', data: { sectorId: null, userId: 'ana' } }]);
  placed.when(change('ana', { sectorId: 'outro' })).refuses('ERR_NO_SECTOR_FOUND');
  placed
    .when(change('ana', { sectorId: 'fechado', name: 'Ana S' }))
    .gives([{ type: 'UserChanged', data: { name: 'Ana S', userId: 'ana' } }]);
});

test('a plan that is used up takes no further user', () =>
  given(users, [marina, ana]).when(create({}, 2)).refuses('ERR_USER_CREATION_DISABLED'));

const vera = created('vera', { profile: 'auditor' });
const full = { ...rules, limit: 2 };

test('an auditor takes no user of the plan, until they get another profile', () => {
  given(users, [marina, ana])
    .when(create({ profile: 'auditor' }, 2))
    .gives([created('bruno', { profile: 'auditor' })]);
  given(users, [marina, vera])
    .when(create({}, 2))
    .gives([created('bruno')]);
  given(users, [marina, ana, vera])
    .when({ ...change('vera', { profile: 'user' }), rules: full })
    .refuses('ERR_USER_CREATION_DISABLED');
  given(users, [marina, vera])
    .when({ ...change('vera', { profile: 'user' }), rules: full })
    .gives([{ type: 'UserChanged', data: { profile: 'user', userId: 'vera' } }]);
  given(users, [marina, ana])
    .when({ ...change('ana', { profile: 'supervisor' }), rules: full })
    .gives([{ type: 'UserChanged', data: { profile: 'supervisor', userId: 'ana' } }]);
});

test('an auditor is in no queue: queues that are named are refused, those of before are left', () => {
  const noQueues = { code: 'ERR_VALIDATION', fields: { queueIds: 'Not for auditors' } };
  const refusal = (command: Parameters<typeof users.decide>[0], events: (typeof marina | typeof vera | typeof ana)[]) => {
    try {
      users.decide(command, stateAfter(users, events));
    } catch (error) {
      return error;
    }
    return null;
  };
  expect(refusal(create({ profile: 'auditor', queueIds: ['vendas'] }), [marina])).toMatchObject(noQueues);
  expect(refusal(change('vera', { queueIds: ['vendas'] }), [marina, vera])).toMatchObject(noQueues);
  expect(refusal(change('ana', { profile: 'auditor', queueIds: ['vendas'] }), [marina, ana])).toMatchObject(noQueues);
  given(users, [marina, ana])
    .when(change('ana', { profile: 'auditor' }))
    .gives([{ type: 'UserChanged', data: { profile: 'auditor', queueIds: [], userId: 'ana' } }]);
  given(users, [marina, ana])
    .when(change('ana', { profile: 'auditor', queueIds: [] }))
    .gives([{ type: 'UserChanged', data: { profile: 'auditor', queueIds: [], userId: 'ana' } }]);
});

test('a platform-level user is no auditor', () =>
  given(users, [marina, { ...ana, data: { ...ana.data, super: true } }])
    .when(change('ana', { profile: 'auditor' }, { ...admin, super: true }))
    .refuses('ERR_VALIDATION'));

test('an auditor does not stand in for the last administrator, and changes only their own account', () => {
  given(users, [marina, vera]).when(drop('marina', null)).refuses('ERR_LAST_ADMINISTRATOR');
  given(users, [marina, vera])
    .when(change('marina', { profile: 'auditor' }))
    .refuses('ERR_LAST_ADMINISTRATOR');
  const by = { userId: 'vera', profile: 'auditor' } as const;
  given(users, [marina, vera])
    .when(change('vera', { name: 'Vera L' }, by))
    .gives([{ type: 'UserChanged', data: { name: 'Vera L', userId: 'vera' } }]);
  given(users, [marina, vera])
    .when(change('vera', { profile: 'admin' }, by))
    .refuses('ERR_NO_PERMISSION');
  given(users, [marina, vera])
    .when(change('marina', { name: 'M' }, by))
    .refuses('ERR_NO_PERMISSION');
});

test('a deleted user leaves room in the plan', () =>
  given(users, [marina, ana, { type: 'UserDeleted', data: { userId: 'ana' } }])
    .when(create({}, 2))
    .gives([created('bruno')]));

test('one changes the own name and e-mail', () =>
  given(users, [marina, ana])
    .when(change('ana', { name: 'Ana Souza', email: 'ana@nova.test' }, { userId: 'ana', profile: 'user' }))
    .gives([{ type: 'UserChanged', data: { name: 'Ana Souza', email: 'ana@nova.test', userId: 'ana' } }]));

test.each([
  ['profile', { profile: 'admin' }],
  ['queues', { queueIds: ['suporte'] }],
  ['sector', { sectorId: 'entregas' }],
] as const)('users cannot change their own %s', (_, changes) =>
  given(users, [marina, ana])
    .when(change('ana', changes as Partial<UserFields>, { userId: 'ana', profile: 'user' }))
    .refuses('ERR_NO_PERMISSION'),
);

test('a form that sends back profile and queues as they are is no change of them', () =>
  given(users, [marina, ana])
    .when(change('ana', { name: 'Ana S', profile: 'user', queueIds: ['vendas'] }, { userId: 'ana', profile: 'user' }))
    .gives([{ type: 'UserChanged', data: { name: 'Ana S', userId: 'ana' } }]));

test('others are the administrators’ to change, even where nothing would change', () =>
  given(users, [marina, ana])
    .when(change('marina', {}, { userId: 'ana', profile: 'user' }))
    .refuses('ERR_NO_PERMISSION'));

test('a queue that was deleted meanwhile leaves the user at the next change of queues', () =>
  given(users, [marina, created('ana', { queueIds: ['vendas', 'compras'] })])
    .when(change('ana', { queueIds: ['vendas', 'compras', 'suporte'] }))
    .gives([{ type: 'UserChanged', data: { queueIds: ['vendas', 'suporte'], userId: 'ana' } }]));

test('the last administrator stays one', () =>
  given(users, [marina, ana])
    .when(change('marina', { profile: 'user' }))
    .refuses('ERR_LAST_ADMINISTRATOR'));

test('an administrator deletes a user', () =>
  given(users, [marina, ana])
    .when(drop('ana'))
    .gives([{ type: 'UserDeleted', data: { userId: 'ana' } }]));

test('nobody deletes themselves', () =>
  given(users, [marina, created('caio', { profile: 'admin' })])
    .when(drop('marina'))
    .refuses('ERR_NO_PERMISSION'));

test('the last administrator cannot be deleted', () =>
  given(users, [marina, ana]).when(drop('marina', null)).refuses('ERR_LAST_ADMINISTRATOR'));

test.each(['nobody', 'ana'])('%s, unknown or deleted, is not found', (userId) => {
  const gone = given(users, [marina, ana, { type: 'UserDeleted', data: { userId: 'ana' } }]);
  gone.when(change(userId, { name: 'Alguém' })).refuses('ERR_NO_USER_FOUND');
  gone.when(drop(userId)).refuses('ERR_NO_USER_FOUND');
});

test('a new password is told, with what else changed and alone, and never what it is', () => {
  const changed = { type: 'PasswordChanged', data: { userId: 'ana' } } as const;
  given(users, [marina, ana])
    .when({ ...change('ana', {}), password: true })
    .gives([changed]);
  given(users, [marina, ana])
    .when({ ...change('ana', { name: 'Ana Maria' }), password: true })
    .gives([{ type: 'UserChanged', data: { userId: 'ana', name: 'Ana Maria' } }, changed]);
  given(users, [marina, ana])
    .when({ ...change('marina', {}, { userId: 'ana', profile: 'user' }), password: true })
    .refuses('ERR_NO_PERMISSION');
});

test('who saw an older state of the user changes nothing, unless it is so already', () => {
  const seen = '2026-01-01T00:01:00.000Z';
  const now = '2026-01-01T00:02:00.000Z';
  const twice = given(users, [marina, ana, { type: 'UserChanged', data: { userId: 'ana', profile: 'supervisor' } }]);
  twice.when({ ...change('ana', { profile: 'admin' }), seenAt: seen }).refuses('ERR_CHANGED_MEANWHILE');
  twice.when({ ...change('ana', { profile: 'supervisor' }), seenAt: seen }).gives([]);
  twice
    .when({ ...change('ana', { profile: 'admin' }), seenAt: now })
    .gives([{ type: 'UserChanged', data: { userId: 'ana', profile: 'admin' } }]);
});

test('a record tells when it was made and changed', () =>
  expect(stateAfter(users, [marina, { type: 'UserChanged', data: { userId: 'marina', name: 'Marina A' } }]).users.marina).toEqual(
    {
      ...fields('marina', { profile: 'admin' }),
      sectorId: null,
      invitedAt: null,
      emailVerified: true,
      pendingEmail: null,
      pictureId: null,
      name: 'Marina A',
      super: false,
      id: 'marina',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:01:00.000Z',
    },
  ));

const [invited, passwordChanged, checked, verified] = [
  { type: 'UserInvited', data: { userId: 'ana', language: 'pt' } },
  { type: 'PasswordChanged', data: { userId: 'ana' } },
  { type: 'EmailCheckRequested', data: { userId: 'ana', language: 'es' } },
  { type: 'EmailVerified', data: { userId: 'ana' } },
] as const;
const anaAfter = (...events: Unstored<UserFact>[]) => stateAfter(users, [marina, ana, ...events]).users.ana;

test('a new user is invited, or asked to confirm their e-mail, in the event that follows', () => {
  for (const [by, type] of [
    ['invitation', 'UserInvited'],
    ['email check', 'EmailCheckRequested'],
  ] as const)
    given(users, [marina])
      .when({ ...create(), welcome: { by, language: 'en' } })
      .gives([created('bruno'), { type, data: { userId: 'bruno', language: 'en' } }]);
});

test('an invitation is open until there is a password; only then is it not sent again', () => {
  const again = (by: { userId: string; profile: 'admin' | 'user' } = admin) =>
    ({ do: 'invite again', userId: 'ana', by, language: 'pt' }) as const;
  given(users, [marina, ana, invited]).when(again()).gives([invited]);
  given(users, [marina, ana]).when(again()).refuses('ERR_NO_INVITATION');
  given(users, [marina, ana, invited, passwordChanged]).when(again()).refuses('ERR_NO_INVITATION');
  given(users, [marina, ana, invited])
    .when(again({ userId: 'bruno', profile: 'user' }))
    .refuses('ERR_NO_PERMISSION');
  expect(anaAfter(invited)?.invitedAt).not.toBeNull();
  expect(anaAfter(invited, passwordChanged)?.invitedAt).toBeNull();
});

const asked = { type: 'EmailChangeRequested', data: { userId: 'ana', email: 'ana@nova.test', language: 'es' } } as const;
const put = { type: 'UserChanged', data: { email: 'ana@nova.test', userId: 'ana' } } as const;
const ownChange = (changes: Partial<UserFields>) =>
  ({ ...change('ana', changes, { userId: 'ana', profile: 'user' }), checkIn: 'es' }) as const;

test('a new own e-mail waits for its link, one that somebody else typed does not', () => {
  given(users, [marina, ana])
    .when(ownChange({ email: 'ana@nova.test' }))
    .gives([asked]);
  given(users, [marina, ana])
    .when(ownChange({ email: 'ana@nova.test', name: 'Ana S' }))
    .gives([{ type: 'UserChanged', data: { name: 'Ana S', userId: 'ana' } }, asked]);
  given(users, [marina, ana])
    .when({ ...ownChange({ email: 'ana@nova.test' }), password: true })
    .gives([passwordChanged, asked]);
  given(users, [marina, ana])
    .when({ ...change('ana', { email: 'ana@nova.test' }), checkIn: 'es' })
    .gives([put]);
  given(users, [marina, ana])
    .when(ownChange({ email: fields('marina').email.toUpperCase() }))
    .refuses('ERR_DUPLICATED_EMAIL');
  expect(anaAfter(asked)).toMatchObject({ email: fields('ana').email, emailVerified: true, pendingEmail: 'ana@nova.test' });
  expect(anaAfter(checked, put)?.emailVerified).toBe(true);
});

test('the e-mail that was asked for is put in place by its link, and by no older one', () => {
  const confirm = (email: string) => ({ do: 'confirm new email', userId: 'ana', email }) as const;
  given(users, [marina, ana, asked]).when(confirm('ana@nova.test')).gives([put]);
  given(users, [marina, ana, asked, put]).when(confirm('ana@nova.test')).gives([]);
  given(users, [marina, ana, asked]).when(confirm('ana@velha.test')).refuses('ERR_INVALID_LINK');
  expect(anaAfter(asked, put)).toMatchObject({ email: 'ana@nova.test', pendingEmail: null, emailVerified: true });
});

test('a request for another e-mail ends with a new password, with the e-mail that somebody else sets, and when it is dropped', () => {
  const dropped = { type: 'EmailChangeDropped', data: { userId: 'ana' } } as const;
  const other = { type: 'UserChanged', data: { email: 'ana@outra.test', userId: 'ana' } } as const;
  for (const event of [passwordChanged, other, dropped]) expect(anaAfter(asked, event)?.pendingEmail).toBeNull();
  given(users, [marina, ana, asked])
    .when(ownChange({ email: fields('ana').email }))
    .gives([dropped]);
  given(users, [marina, ana, asked])
    .when(ownChange({ email: fields('ana').email, name: 'Ana S' }))
    .gives([{ type: 'UserChanged', data: { name: 'Ana S', userId: 'ana' } }, dropped]);
  given(users, [marina, ana])
    .when(ownChange({ email: fields('ana').email }))
    .gives([]);
  given(users, [marina, ana, asked]).when({ do: 'request email check', userId: 'ana', language: 'es' }).gives([asked]);
});

test('an e-mail is confirmed once, by its own link or by one that sets the password', () => {
  given(users, [marina, ana, checked]).when({ do: 'verify email', userId: 'ana' }).gives([verified]);
  given(users, [marina, ana]).when({ do: 'verify email', userId: 'ana' }).gives([]);
  given(users, [marina, ana, checked]).when({ do: 'reset password', userId: 'ana' }).gives([passwordChanged, verified]);
  given(users, [marina, ana]).when({ do: 'reset password', userId: 'ana' }).gives([passwordChanged]);
  given(users, [marina, ana, checked]).when({ do: 'request email check', userId: 'ana', language: 'es' }).gives([checked]);
  given(users, [marina, ana, checked, verified]).when({ do: 'request email check', userId: 'ana', language: 'es' }).gives([]);
});

describe('the own picture', () => {
  const picture = (mediaId: string | null, replaces: string | null) =>
    ({ type: 'UserPictureChanged', data: { userId: 'ana', mediaId, replaces } }) as const;
  const set = (mediaId: string | null) => ({ do: 'change picture', userId: 'ana', mediaId }) as const;

  test('an event names the new file and the one that it replaces; without a change there is none', () => {
    given(users, [marina, ana])
      .when(set('um'))
      .gives([picture('um', null)]);
    given(users, [marina, ana, picture('um', null)])
      .when(set('dois'))
      .gives([picture('dois', 'um')]);
    given(users, [marina, ana, picture('um', null)])
      .when(set('um'))
      .gives([]);
    given(users, [marina, ana, picture('um', null)])
      .when(set(null))
      .gives([picture(null, 'um')]);
    given(users, [marina, ana]).when(set(null)).gives([]);
  });

  test('a deleted user’s picture goes with them', () => {
    const gone = { type: 'UserDeleted', data: { userId: 'ana' } } as const;
    given(users, [marina, ana, picture('um', null)])
      .when(drop('ana'))
      .gives([picture(null, 'um'), gone]);
    given(users, [marina, ana, gone]).when(set('dois')).refuses('ERR_NO_USER_FOUND');
  });
});
