import { newId, type PushChange, roomsOfTicket, type Seen } from '@prosa/contracts';
import { givenState } from '../../../infra/testing/given-state.ts';
import { type Entry, entryMaker } from './entry.ts';
import { NO_SEAT, reduceHub, type Seat, type SeatEffect, seatMachine, TICKS_BEHIND } from './hub.machine.ts';
import { type LiveViewer, roomsOf } from './viewer.ts';

const NOW = 1_000_000;
const GRACE_MS = 60_000;
const [companyId, userId, queue] = [newId(), newId(), newId()];
const entryOf = entryMaker();
const room = [`company:${companyId}`];
const entry = (...changes: Pick<PushChange, 'channel' | 'id' | 'record'>[]): Entry =>
  entryOf({
    kind: 'changes',
    companyId,
    position: '7',
    changes: changes.map((change) => ({ ...change, before: room, after: room })),
  })!;
const changesOf = ({ changes }: Entry) => (changes === 'refetch' ? [] : changes);
const refetch = (of: string | null): Entry => entryOf({ kind: 'refetch', companyId: of, position: '7' })!;
const user = (more: object | null) => ({ channel: 'user', id: userId, record: more && { id: userId, ...more } }) as const;
const auth = (more: object = {}) => ({ channel: 'auth', id: userId, record: { userId, version: 2, ...more } }) as const;
const tag = { channel: 'tag', id: 't', record: { id: 't' } } as const;

describe('a message of the projection side:', () => {
  const given = givenState(reduceHub);
  const tick = (position: bigint, head: bigint | null = 9n) => ({ is: 'ticked', position, head }) as const;
  const reach = (position: bigint) => ({ do: 'reach', position }) as const;
  const late = Array.from({ length: TICKS_BEHIND - 1 }, () => tick(8n));

  test('a tick says how far all is pushed', () => {
    given({ behind: 0 })
      .when(tick(5n, null), tick(9n))
      .gives({}, [reach(5n), reach(9n)]);
  });

  test('several ticks in a row that are behind what was pushed mean that a backup was restored: all begins afresh', () => {
    const behind = given({ behind: 0 }).when(...late);
    behind.gives(
      { behind: TICKS_BEHIND - 1 },
      late.map(() => reach(8n)),
    );
    given(behind.state)
      .when(tick(8n))
      .gives({ behind: 0 }, [{ do: 'begin afresh', why: expect.stringContaining('behind') }, reach(8n)]);
  });

  test('a single one may be the last word of an earlier projector', () => {
    const noted = given({ behind: 0 }).when(...late, tick(9n), ...late);
    expect(noted.state).toEqual({ behind: TICKS_BEHIND - 1 });
    expect(noted.effects.map((effect) => effect.do)).not.toContain('begin afresh');
  });

  test('all begins afresh if it is unknown what was missed', () =>
    given({ behind: 0 })
      .when({ is: 'interrupted' })
      .gives({}, [{ do: 'begin afresh', why: expect.stringContaining('missed') }]));

  test('a change is delivered, in order, and asks nothing of the sockets', () => {
    const two = entry(tag, { ...tag, id: 'u' });
    given({ behind: 0 })
      .when({ is: 'pushed', entry: two })
      .gives({}, [
        { do: 'deliver', position: 7n, change: changesOf(two)[0]!, companyId },
        { do: 'deliver', position: 7n, change: changesOf(two)[1]!, companyId },
      ]);
  });

  test('the rooms follow users before anything of the same entry is sent; a new sign-in is no frame of its own', () => {
    const mixed = entry(tag, user({ profile: 'user', queueIds: [] }), auth());
    given({ behind: 0 })
      .when({ is: 'pushed', entry: mixed })
      .gives({}, [
        { do: 'pass on', companyId, event: { is: 'told', entry: mixed } },
        { do: 'deliver', position: 7n, change: expect.objectContaining({ channel: 'tag' }), companyId },
        { do: 'deliver', position: 7n, change: expect.objectContaining({ channel: 'user' }), companyId },
      ]);
  });

  test.each([
    ['of a company', companyId],
    ['of all', null],
  ])('after lost pushes %s older answers no longer count, before any user is looked up', (_, of) =>
    given({ behind: 0 })
      .when({ is: 'pushed', entry: refetch(of) })
      .gives({}, [
        { do: 'distrust answers', companyId: of },
        { do: 'pass on', companyId: of, event: { is: 'lost' } },
      ]),
  );
});

describe('a socket', () => {
  const given = givenState(seatMachine({ expiryGraceMs: GRACE_MS }));
  const viewer: LiveViewer = { userId, companyId, profile: 'user', queueIds: [queue], seesGrey: false, super: false, version: 1 };
  const expiresAt = NOW + 1_000;
  const seated = (is: 'inside' | 'outside', of: Partial<LiveViewer> = {}, more: Partial<Seat> = {}): Seat => ({
    ...NO_SEAT,
    now: { is, viewer: { ...viewer, ...of }, expiresAt },
    ...more,
  });
  const told = (...changes: Parameters<typeof entry>) => ({ is: 'told', entry: entry(...changes) }) as const;
  const move = (rooms: readonly string[]): SeatEffect => ({ do: 'move', rooms });
  const HERE = { is: 'present', isIdle: false } as const;
  const IDLE = { is: 'present', isIdle: true } as const;
  const beat = (at = NOW) => ({ is: 'beat', at }) as const;

  test('enters the rooms of its user, without a word', () =>
    given(NO_SEAT)
      .when({ is: 'seated', viewer, expiresAt })
      .gives({ now: seated('inside').now }, [move(roomsOf(viewer))]));

  test('keeps its place with a new token', () => {
    for (const is of ['inside', 'outside'] as const)
      given(seated(is))
        .when({ is: 'renewed', version: 3, expiresAt: NOW + 9 })
        .gives({ now: { is, viewer: { ...viewer, version: 3 }, expiresAt: NOW + 9 } });
  });

  describe('whose pushes were lost', () => {
    test('leaves its rooms, and fetches when it is in those that its user has now', () => {
      const outside = given(seated('inside')).when({ is: 'lost' });
      outside.gives({ now: seated('outside').now }, [move([]), { do: 'look up' }]);
      const changed = { ...viewer, queueIds: [newId()] };
      given(outside.state)
        .when({ is: 'seated', viewer: changed, expiresAt })
        .gives({ now: seated('inside', changed).now }, [move(roomsOf(changed)), { do: 'refetch' }]);
    });

    test('is looked up once, however often that happens, and follows no push meanwhile', () =>
      given(seated('outside'))
        .when({ is: 'lost' }, told(user({ profile: 'admin', queueIds: [] })), told(user(null)))
        .gives({}));

    test('has nothing to do before its welcome', () =>
      given(NO_SEAT)
        .when({ is: 'lost' }, told(user(null)))
        .gives({}));
  });

  describe('follows its user:', () => {
    const seen = (queueId: string | null): string[] =>
      roomsOfTicket(companyId, { queueId, userId: null, status: 'pending' } satisfies Seen);
    const grey = { channel: 'setting', id: 'VerFilaCinza', record: { key: 'VerFilaCinza', value: 'enabled' } } as const;
    const tickets = { own: seen(queue), none: seen(null), foreign: seen(newId()) };

    test.each([
      ['a queue is deleted', { channel: 'queue', id: queue, record: null } as const, []],
      ['VerFilaCinza is set', grey, ['own', 'none']],
      ['the user becomes an administrator', user({ profile: 'admin', queueIds: [] }), ['own', 'none', 'foreign']],
      ['the user becomes an auditor', user({ profile: 'auditor', queueIds: [] }), ['own', 'none', 'foreign']],
    ])('%s', (_, change, shown) => {
      const { effects, state } = given(seated('inside')).when(told(change));
      expect(effects).toEqual([{ do: 'move', rooms: expect.any(Array) }, { do: 'refetch' }]);
      const { rooms } = effects[0] as Extract<SeatEffect, { do: 'move' }>;
      const sees = Object.entries(tickets).flatMap(([name, of]) => (of.some((one) => rooms.includes(one)) ? [name] : []));
      expect(sees).toEqual(shown);
      expect(rooms).toEqual(roomsOf((state.now as { viewer: LiveViewer }).viewer));
    });

    test('what changes no rooms makes it fetch nothing', () =>
      given(seated('inside'))
        .when(told(user({ profile: 'user', queueIds: [queue] }), { channel: 'user', id: newId(), record: null }))
        .gives({}));
  });

  describe('ends before it is sent anything more:', () => {
    const refused = (code: string) => [move([]), { do: 'refuse', code }];
    const company = (status: boolean) => ({ channel: 'company', id: companyId, record: { status, settings: [] } }) as const;

    test.each([
      ['a password change ended its session', [auth({ ended: 'password' })], 'ERR_PASSWORD_CHANGED'],
      ['its session was ended for safety', [auth({ ended: 'safety' })], 'ERR_SESSION_ENDED_FOR_SAFETY'],
      ['its user was deleted', [user(null)], 'ERR_UNAUTHENTICATED'],
      ['its user was deleted, which ends the session too', [auth(), user(null)], 'ERR_UNAUTHENTICATED'],
      ['its company was stopped', [company(false)], 'ERR_COMPANY_STOPPED'],
    ])('%s', (_, changes, code) =>
      given(seated('inside'))
        .when(told(...changes))
        .gives({}, refused(code) as SeatEffect[]),
    );

    test('a company that goes on ends nobody, and its stop no user of the platform', () => {
      given(seated('inside'))
        .when(told(company(true)))
        .gives({});
      given(seated('inside', { profile: 'admin', super: true }))
        .when(told(company(false)))
        .gives({});
    });

    test('a newer sign-in ends the older sockets, with the push that says so', () => {
      const newer = entry(auth());
      given(seated('inside'))
        .when({ is: 'told', entry: newer })
        .gives({}, [move([]), { do: 'sign out', position: 7n, change: changesOf(newer)[0]! }]);
      given(seated('inside', { version: 2 }))
        .when({ is: 'told', entry: newer })
        .gives({});
    });
  });

  describe('at each ping', () => {
    test('must have answered the last one', () => {
      const asked = given(seated('inside')).when(beat());
      asked.gives({ isAlive: false }, [{ do: 'ping' }, { do: 'send alive' }]);
      given(asked.state)
        .when(beat())
        .gives({}, [{ do: 'cut' }]);
      given(asked.state)
        .when({ is: 'pong' }, beat())
        .gives({}, [{ do: 'ping' }, { do: 'send alive' }]);
    });

    test('gets no sign of life before its welcome', () =>
      given(NO_SEAT)
        .when(beat())
        .gives({ isAlive: false }, [{ do: 'ping' }]));

    test('is refused once its token has expired for too long', () => {
      for (const is of ['inside', 'outside'] as const) {
        expect(given(seated(is)).when(beat(expiresAt + GRACE_MS)).effects[0]).toEqual({ do: 'ping' });
        given(seated(is))
          .when(beat(expiresAt + GRACE_MS + 1))
          .gives({}, [{ do: 'refuse', code: 'ERR_SESSION_EXPIRED' }]);
      }
    });
  });

  test('says once that its user is there; before the welcome it is noted', () => {
    given(seated('inside'))
      .when(HERE, HERE)
      .gives({ isPresent: true }, [{ do: 'see', viewer, isIdle: false }]);
    given(NO_SEAT).when(HERE).gives({ isPresent: true });
  });

  test('whose user has not touched it is seen so with the next ping, and at once when they are back', () => {
    given(seated('inside'))
      .when(HERE, IDLE)
      .gives({ isPresent: true, isIdle: true }, [{ do: 'see', viewer, isIdle: false }]);
    given(seated('inside'))
      .when(IDLE, HERE, HERE)
      .gives({ isPresent: true }, [
        { do: 'see', viewer, isIdle: true },
        { do: 'see', viewer, isIdle: false },
      ]);
  });
});
