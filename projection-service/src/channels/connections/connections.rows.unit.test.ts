import { connectionEvents as c, HIDDEN_TOKEN, newId } from '@prosa/contracts';
import { fact, given } from '../../testing/fold.ts';
import { connectionRows } from './connections.rows.ts';

const [connectionId, queueId] = [newId(), newId()];
const [first, later] = [new Date('2026-03-01T12:00:00Z'), new Date('2026-03-02T12:00:00Z')];
const created = fact(
  c.ConnectionCreated,
  {
    connectionId,
    name: 'Loja',
    isDefault: true,
    queueIds: [queueId],
    complationMessage: 'Até logo',
    status: 'OPENING',
    tokenHash: 'secret',
  },
  { at: first },
);
const changed = fact(c.ConnectionChanged, { connectionId, name: 'Loja nova', tokenHash: 'other secret' }, { at: later });

test('a connection is as it was made, a change changes what it names, and its status comes by itself', () => {
  given(connectionRows, created).gives({
    id: connectionId,
    name: 'Loja',
    channel: 'simulator',
    provider: 'beta',
    isDefault: true,
    queueIds: [queueId],
    status: 'OPENING',
    complationMessage: 'Até logo',
    greetingMessage: '',
    deleted: false,
    createdAt: first,
  });
  given(connectionRows, created, changed).gives({ name: 'Loja nova', isDefault: true, status: 'OPENING', updatedAt: later });
  const connected = fact(c.ConnectionStatusChanged, { connectionId, status: 'CONNECTED' }, { at: later });
  given(connectionRows, created, connected).gives({ name: 'Loja', status: 'CONNECTED', updatedAt: later });
});

test('why its session is in a status is told with that status, and its account is the last that was told', () => {
  const told = (status: 'CONNECTED' | 'DISCONNECTED', more: object) =>
    fact(c.ConnectionStatusChanged, { connectionId, status, sequence: 1, ...more }, { at: later });
  const banned = { reason: 'banned', until: '2026-03-09T12:00:00.000Z', account: null };
  const linked = told('CONNECTED', { reason: null, until: null, account: '5511955551111' });
  given(connectionRows, created).gives({ kind: 'simulator', session: null, reason: null, until: null });
  given(connectionRows, created, linked, told('DISCONNECTED', banned)).gives({
    reason: 'banned',
    until: banned.until,
    session: '5511955551111',
  });
  given(connectionRows, created, told('DISCONNECTED', banned), linked, changed).gives({
    status: 'CONNECTED',
    reason: null,
    until: null,
    session: '5511955551111',
  });
});

test('no hash of a token is in its row, only whether it has one', () => {
  expect(JSON.stringify(given(connectionRows, created, changed).row())).not.toMatch(/secret|tokenHash/);
  given(connectionRows, created, changed).gives({ token: HIDDEN_TOKEN });
  const without = fact(c.ConnectionChanged, { connectionId, tokenHash: null }, { at: later });
  given(connectionRows, created, without).gives({ token: null });
  given(connectionRows, created, without, fact(c.ConnectionChanged, { connectionId, name: 'Outra' })).gives({ token: null });
});

test('C6: of an account its ids are in the row, of its secrets only that there are some', () => {
  const ids = { externalId: '111222333', wabaId: '444555666' };
  const cloud = { name: 'Nuvem', status: 'OPENING', tokenHash: null, channel: 'whatsapp', provider: 'cloud' } as const;
  const made = fact(c.ConnectionCreated, { connectionId, ...cloud, ...ids, hasAppSecret: true });
  const hidden = { phoneNumberId: '111222333', wabaId: '444555666', accessToken: HIDDEN_TOKEN, appSecret: HIDDEN_TOKEN };
  given(connectionRows, made).gives(hidden);
  given(connectionRows, made, fact(c.ConnectionChanged, { connectionId, hasAppSecret: false })).gives({
    ...hidden,
    appSecret: null,
  });
  given(connectionRows, made, changed).gives(hidden);
  given(connectionRows, created).gives({ phoneNumberId: null, wabaId: null, accessToken: null, appSecret: null });
  const page = fact(c.ConnectionCreated, { ...cloud, connectionId, channel: 'facebook', externalId: '100' });
  given(connectionRows, page).gives({ phoneNumberId: null, accessToken: HIDDEN_TOKEN, appSecret: null });
});

test('a deleted one keeps its row', () =>
  given(connectionRows, created, fact(c.ConnectionDeleted, { connectionId }, { at: later })).gives({
    name: 'Loja',
    deleted: true,
  }));
