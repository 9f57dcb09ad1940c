import { given } from '../../kernel/given.ts';
import { type ConnectionFields, connections } from './connections.decider.ts';
import { connectionFields } from './connections.fixture.ts';

const fields = (name: string, more: Partial<ConnectionFields> = {}) => connectionFields({ name, ...more });
const created = (connectionId: string, more: Partial<ConnectionFields> = {}) =>
  ({
    type: 'ConnectionCreated',
    data: { ...fields(connectionId, more), status: 'CONNECTED', tokenHash: null, connectionId },
  }) as const;
const facts = { queueIds: ['vendas', 'suporte'] };
const create = (more: Partial<ConnectionFields> = {}, limit: number | null = null) =>
  ({ do: 'create', id: 'b', fields: fields('b', more), limit, facts }) as const;
const change = (connectionId: string, changes: Partial<ConnectionFields> & { tokenHash?: string | null }) =>
  ({ do: 'change', id: connectionId, changes, facts }) as const;
const first = created('a', { isDefault: true });
const second = created('b');

test('the first connection is the default, whether it requests that or not', () =>
  given(connections, [])
    .when(create())
    .gives([created('b', { isDefault: true })]));

test('the second one is not', () => given(connections, [first]).when(create()).gives([second]));

test('a new default replaces the previous one', () =>
  given(connections, [first])
    .when(create({ isDefault: true }))
    .gives([{ type: 'ConnectionChanged', data: { connectionId: 'a', isDefault: false } }, created('b', { isDefault: true })]));

test('making another connection the default replaces the previous one', () =>
  given(connections, [first, second])
    .when(change('b', { isDefault: true }))
    .gives([
      { type: 'ConnectionChanged', data: { connectionId: 'a', isDefault: false } },
      { type: 'ConnectionChanged', data: { isDefault: true, connectionId: 'b' } },
    ]));

test('there is always one default', () => {
  given(connections, [first, second])
    .when(change('a', { isDefault: false }))
    .refuses('ERR_NO_OTHER_WHATSAPP');
  given(connections, [first, second]).when({ do: 'delete', id: 'a' }).refuses('ERR_NO_OTHER_WHATSAPP');
});

test('the only connection is the default, and cannot be deleted either', () =>
  given(connections, [first]).when({ do: 'delete', id: 'a' }).refuses('ERR_NO_OTHER_WHATSAPP'));

test('a connection that is not the default can be deleted, and so can a former default', () => {
  given(connections, [first, second])
    .when({ do: 'delete', id: 'b' })
    .gives([{ type: 'ConnectionDeleted', data: { connectionId: 'b' } }]);
  given(connections, [
    first,
    second,
    { type: 'ConnectionChanged', data: { connectionId: 'a', isDefault: false } },
    { type: 'ConnectionChanged', data: { connectionId: 'b', isDefault: true } },
  ])
    .when({ do: 'delete', id: 'a' })
    .gives([{ type: 'ConnectionDeleted', data: { connectionId: 'a' } }]);
});

test.each(['', '  '])('with two queues a greeting of "%s" is refused', (greetingMessage) =>
  given(connections, [first])
    .when(create({ queueIds: ['vendas', 'suporte'], greetingMessage }))
    .refuses('ERR_WAPP_GREETING_REQUIRED'),
);

test('adding a second queue requires a greeting', () =>
  given(connections, [created('a', { isDefault: true, queueIds: ['vendas'] })])
    .when(change('a', { queueIds: ['vendas', 'suporte'] }))
    .refuses('ERR_WAPP_GREETING_REQUIRED'));

test('the greeting of two queues cannot be removed', () =>
  given(connections, [created('a', { isDefault: true, queueIds: ['vendas', 'suporte'], greetingMessage: 'Olá' })])
    .when(change('a', { greetingMessage: '' }))
    .refuses('ERR_WAPP_GREETING_REQUIRED'));

test('an unknown queue is refused', () =>
  given(connections, [first])
    .when(change('a', { queueIds: ['compras'] }))
    .refuses('ERR_NO_QUEUE_FOUND'));

test('a channel that requires pairing starts disconnected', () =>
  given(connections, [])
    .when(create({ channel: 'whatsapp' }))
    .givesLike([{ data: { status: 'DISCONNECTED' } }]));

test('no connection can be created beyond the plan’s limit', () =>
  given(connections, [first]).when(create({}, 1)).refuses('ERR_PLAN_LIMIT'));

test('a status is recorded once', () => {
  const status = { do: 'report status', id: 'a' } as const;
  given(connections, [first])
    .when({ ...status, status: 'TIMEOUT' })
    .gives([{ type: 'ConnectionStatusChanged', data: { connectionId: 'a', status: 'TIMEOUT' } }]);
  given(connections, [first])
    .when({ ...status, status: 'CONNECTED' })
    .gives([]);
});

test('a session’s reports are ordered by their sequence: a late or repeated one changes nothing', () => {
  const told = (status: 'OPENING' | 'TIMEOUT' | 'CONNECTED', sequence: number) => ({
    status,
    reason: null,
    until: null,
    account: null,
    sequence,
  });
  const changed = (status: 'OPENING' | 'TIMEOUT' | 'CONNECTED', sequence: number) =>
    ({ type: 'ConnectionStatusChanged', data: { connectionId: 'a', ...told(status, sequence) } }) as const;
  const report = (status: 'OPENING' | 'TIMEOUT' | 'CONNECTED', sequence: number) =>
    ({ do: 'report status', id: 'a', ...told(status, sequence) }) as const;
  given(connections, [first])
    .when(report('OPENING', 7))
    .gives([changed('OPENING', 7)]);
  given(connections, [first, changed('OPENING', 7)])
    .when(report('TIMEOUT', 6))
    .gives([]);
  given(connections, [first, changed('OPENING', 7)])
    .when(report('OPENING', 7))
    .gives([]);
  // The report between them is still on its way: it must be recognised as late.
  given(connections, [first, changed('CONNECTED', 7)])
    .when(report('CONNECTED', 9))
    .gives([changed('CONNECTED', 9)]);
});

test('each request to a session is recorded', () => {
  const ask = (id: string) => ({ connectionId: 'a', asked: { id, ask: 'renew' as const } });
  given(connections, [first, { type: 'ConnectionSessionAsked', data: ask('1') }])
    .when({ do: 'ask session', id: 'a', asked: ask('2').asked })
    .gives([{ type: 'ConnectionSessionAsked', data: ask('2') }]);
});

test('reports of a deleted connection’s session are ignored', () =>
  given(connections, [first, second, { type: 'ConnectionDeleted', data: { connectionId: 'b' } }])
    .when({ do: 'report status', id: 'b', status: 'DISCONNECTED', sequence: 9 })
    .gives([]));

test('an unknown connection is not found', () => {
  given(connections, [first]).when(change('x', {})).refuses('ERR_NO_WAPP_FOUND');
  given(connections, [first]).when({ do: 'delete', id: 'x' }).refuses('ERR_NO_WAPP_FOUND');
  given(connections, [first])
    .when({ do: 'ask session', id: 'x', asked: { id: '1', ask: 'end' } })
    .refuses('ERR_NO_WAPP_FOUND');
});

test('what the channel tells of the account is kept, the latest of it, once', () => {
  const news = (word: string, at: string) => ({ what: 'quality' as const, word, of: null, at: `2026-03-0${at}T12:00:00.000Z` });
  const told = (id: string, of: ReturnType<typeof news>) => ({ do: 'tell account', id, news: of }) as const;
  const fact = { type: 'ConnectionAccountTold', data: { connectionId: 'a', accountNews: news('FLAGGED', '2') } } as const;
  given(connections, [first])
    .when(told('a', news('FLAGGED', '2')))
    .gives([fact]);
  given(connections, [first, fact])
    .when(told('a', news('FLAGGED', '2')))
    .gives([]);
  given(connections, [first, fact])
    .when(told('a', news('UNFLAGGED', '1')))
    .gives([]);
  given(connections, [first, fact])
    .when(told('a', news('UNFLAGGED', '3')))
    .gives([{ type: 'ConnectionAccountTold', data: { connectionId: 'a', accountNews: news('UNFLAGGED', '3') } }]);
  // The connection was deleted meanwhile.
  given(connections, [first])
    .when(told('gone', news('FLAGGED', '2')))
    .gives([]);
});

const sample = created('teste', { channel: 'sample' });

test('the test customer’s connection is made once, and again after it was removed', () => {
  const play = { do: 'play sample', id: 'new', name: 'Cliente de exemplo', queueIds: ['vendas'], language: 'es' } as const;
  const made = {
    type: 'ConnectionCreated',
    data: {
      ...fields('Cliente de exemplo', { channel: 'sample', provider: 'es', queueIds: ['vendas'] }),
      ...{ connectionId: 'new', status: 'CONNECTED', tokenHash: null },
    },
  } as const;
  given(connections, []).when(play).gives([made]);
  given(connections, [first, sample]).when(play).gives([]);
  const removed = { type: 'ConnectionDeleted', data: { connectionId: 'teste' } } as const;
  given(connections, [first, sample]).when({ do: 'remove sample' }).gives([removed]);
  given(connections, [first, sample, removed]).when({ do: 'remove sample' }).gives([]);
  given(connections, [first, sample, removed]).when(play).gives([made]);
});

test('the test customer’s connection counts toward no limit, and is not the default', () => {
  given(connections, [sample])
    .when(create({}, 1))
    .gives([created('b', { isDefault: true })]);
  given(connections, [sample, second])
    .when({ ...create({}, 1), id: 'c' })
    .refuses('ERR_PLAN_LIMIT');
  given(connections, [first, sample])
    .when(change('teste', { isDefault: true }))
    .refuses('ERR_VALIDATION');
});
