import { newId, userEvents as u } from '@prosa/contracts';
import { fact, forgotten, given } from '../../testing/fold.ts';
import { userRows } from './users.rows.ts';

const [userId, sales, support] = [newId(), newId(), newId()];
const [first, later] = [new Date('2026-03-01T12:00:00Z'), new Date('2026-03-02T12:00:00Z')];
const data = { userId, name: 'Ana', email: 'ana@loja.com.br', profile: 'user', super: false, queueIds: [sales] } as const;
const created = fact(u.UserCreated, { ...data, queueIds: [sales] }, { at: first });

test('a user is as they were made, and not deleted', () =>
  given(userRows, created).gives({
    id: userId,
    name: 'Ana',
    email: 'ana@loja.com.br',
    profile: 'user',
    super: false,
    queueIds: [sales],
    deleted: false,
    createdAt: first,
    updatedAt: first,
  }));

test('a change changes what it names', () =>
  given(userRows, created, fact(u.UserChanged, { userId, profile: 'admin', queueIds: [support] }, { at: later })).gives({
    name: 'Ana',
    profile: 'admin',
    queueIds: [support],
    createdAt: first,
    updatedAt: later,
  }));

test('a deleted one keeps the name that tickets go on showing', () =>
  given(userRows, created, fact(u.UserDeleted, { userId }, { at: later })).gives({
    deleted: true,
    name: 'Ana',
    updatedAt: later,
  }));

test('a forgotten one has no name and no e-mail', () =>
  given(userRows, forgotten(created, 'name', 'email')).gives({ id: userId, name: null, email: null, queueIds: [sales] }));

test('an invitation is open until there is a password', () => {
  const invited = fact(u.UserInvited, { userId, language: 'pt' }, { at: later });
  given(userRows, created).gives({ invitedAt: null, emailVerified: true });
  given(userRows, created, invited).gives({ invitedAt: later, updatedAt: first });
  given(userRows, created, invited, fact(u.PasswordChanged, { userId }, { at: later })).gives({ invitedAt: null });
});

test('an e-mail that is checked is unconfirmed until its link is opened, or somebody else sets another', () => {
  const checked = fact(u.EmailCheckRequested, { userId, language: 'pt' }, { at: later });
  given(userRows, created, checked).gives({ emailVerified: false });
  given(userRows, created, checked, fact(u.EmailVerified, { userId }, { at: later })).gives({ emailVerified: true });
  given(userRows, created, checked, fact(u.UserChanged, { userId, name: 'Ana' }, { at: later })).gives({ emailVerified: false });
  given(userRows, created, checked, fact(u.UserChanged, { userId, email: 'a@b.test' }, { at: later })).gives({
    emailVerified: true,
  });
});

test('an e-mail that was asked for waits until it is put in place, dropped or ended by a new password', () => {
  const asked = fact(u.EmailChangeRequested, { userId, email: 'ana@nova.test', language: 'pt' }, { at: later });
  given(userRows, created).gives({ pendingEmail: null });
  given(userRows, created, asked).gives({ pendingEmail: 'ana@nova.test', emailVerified: true });
  for (const end of [
    fact(u.UserChanged, { userId, email: 'ana@nova.test' }, { at: later }),
    fact(u.EmailChangeDropped, { userId }, { at: later }),
    fact(u.PasswordChanged, { userId }, { at: later }),
  ])
    given(userRows, created, asked, end).gives({ pendingEmail: null });
});
