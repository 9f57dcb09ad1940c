import { givenState } from '../../../../../infra/testing/given-state.ts';
import { TIMEOUT_MS } from '../wire/timings.ts';
import {
  type Effect,
  type Event,
  type Happened,
  hasEnded,
  isUnderWay,
  NEW,
  type Now,
  type State,
  sessionMachine,
} from './machine.ts';

const MINUTE = 60_000;
const step = sessionMachine({ answerMs: 20_000, replacedMs: MINUTE, backOffMs: [1_000, 2_000] });
const given = givenState(step);
const at =
  (ms: number) =>
  (event: Happened): Event => ({ ...event, at: ms });
const happened = at(1_000_000);

const state = (now: Now, more: Partial<State> = {}): State => ({ ...NEW, now, ...more });
const connecting = (more: Partial<State> = {}, device: 'none' | 'own' | 'foreign' = 'own', stopsBy: string | null = null) =>
  state({ is: 'connecting', device, stopsBy }, more);
const closed = (code: number | null, more = {}): Event =>
  happened({ is: 'closed', closed: { code, ...more }, used: [2, 3000, 1], random: 0.5 });
const tells = (status: 'OPENING' | 'PAIRING' | 'TIMEOUT' | 'DISCONNECTED', more = {}): Effect => ({
  do: 'tell',
  state: { status, ...more },
});
const code = { qrcode: 'one', retries: 0, codeUntil: '2026-01-01T00:00:00.000Z' };

test('a linked device opens as soon as nothing stops it, and is then ready', () => {
  given(NEW)
    .when(
      ...(
        [{ is: 'looked', stop: null }, { is: 'identified', device: 'own' }, { is: 'entered' }, { is: 'open' }] as Happened[]
      ).map(happened),
    )
    .gives({ now: { is: 'connecting', device: 'own', stopsBy: null } }, [
      tells('OPENING'),
      { do: 'start timer', timer: 'long away', ms: TIMEOUT_MS },
      { do: 'accept version' },
      { do: 'stop timer', timer: 'long away' },
      { do: 'count held back', isHeld: false },
      { do: 'tell open' },
      { do: 'become ready' },
    ]);
});

describe('a device to be linked', () => {
  const awaited = connecting({ linking: 'awaited' }, 'none');

  test('waits for its first code, in the same round only once', () => {
    const identified = happened({ is: 'identified', device: 'none' });
    const now: Now = { is: 'entering', device: 'none' };
    given(state({ is: 'identifying' }))
      .when(identified)
      .gives({ now, linking: 'awaited' }, [
        tells('OPENING', { reason: null }),
        { do: 'start timer', timer: 'unanswered', ms: 20_000 },
      ]);
    for (const linking of ['awaited', 'unanswered', 'over'] as const)
      given(state({ is: 'identifying' }, { linking }))
        .when(identified)
        .gives({ now });
  });

  test('is told to be unanswered after that; then a request to start begins anew, until a code comes after all', () => {
    expect(isUnderWay(awaited)).toBe(true);
    const late = given(awaited).when(happened({ is: 'unanswered' }));
    late.gives({ linking: 'unanswered' }, [tells('DISCONNECTED', { reason: 'no-answer' })]);
    expect(isUnderWay(late.state)).toBe(false);
    const shown = given(late.state).when(happened({ is: 'code', code }));
    shown.gives({ linking: 'over' }, [{ do: 'accept version' }, { do: 'show', code }]);
    expect(isUnderWay(shown.state)).toBe(true);
  });

  test('that has its code is not told to be unanswered any more', () => {
    given(awaited)
      .when(happened({ is: 'code', code }), happened({ is: 'unanswered' }))
      .gives({ linking: 'over' }, [{ do: 'stop timer', timer: 'unanswered' }, { do: 'accept version' }, { do: 'show', code }]);
  });

  test('stays shown as pairing through the restart after its linking', () => {
    const linked = given(connecting({ linking: 'over' }, 'none')).when(happened({ is: 'linked' }), closed(515));
    linked.gives({ now: { is: 'looking', hasEnded: false }, linking: 'linked' }, [tells('PAIRING')]);
    given(state({ is: 'identifying' }, { linking: 'linked' }))
      .when(happened({ is: 'identified', device: 'own' }))
      .gives({ now: { is: 'entering', device: 'own' } });
    expect(given(connecting({ linking: 'linked' })).when(happened({ is: 'open' })).state.linking).toBe('over');
  });

  test.each(['code-refused', 'passkey'])('that cannot be linked, by %s, ends its socket, and is forgotten', (reason) => {
    given(connecting({ linking: 'over' }, 'none'))
      .when(happened({ is: 'cannot link', reason }), closed(null))
      .gives({ now: { is: 'halting', why: { reason, until: null }, wipe: true } }, [{ do: 'end socket' }]);
  });

  test('that loses its socket says nothing of it, and tries again', () => {
    given(awaited)
      .when(closed(428))
      .gives({ now: { is: 'resting', ms: 1_000 }, past: { failures: 1, replacedAt: null } }, [{ do: 'count reconnect' }]);
  });
});

describe('a number that another connection has', () => {
  const foreign = connecting({}, 'foreign');
  test('is logged out as soon as it is open, and never ready', () =>
    given(foreign)
      .when(happened({ is: 'open' }))
      .gives({}, [{ do: 'accept version' }, { do: 'log out' }]));
  test('stops for that, whatever else the server says', () => {
    const why = { reason: 'in-use', until: null };
    given(foreign)
      .when(closed(401))
      .gives({ now: { is: 'halting', why, wipe: true } });
    given(foreign)
      .when(closed(405))
      .gives({ now: { is: 'outdated', used: [2, 3000, 1], why } });
  });
});

describe('one that has stopped', () => {
  const why = { reason: 'banned', until: new Date(1_000_000 + 5_000) };
  const halting = state({ is: 'halting', why, wipe: false });

  test('fails what waits, tells it once, and looks again when the ban ends', () => {
    expect(hasEnded(halting)).toBe(true);
    given(halting)
      .when(happened({ is: 'halted', why }), happened({ is: 'looked', stop: why }))
      .gives({ now: { is: 'halted', ms: 5_000 } }, [{ do: 'become ready' }, tells('DISCONNECTED', why)]);
    const again = given(state({ is: 'halted', ms: 5_000 })).when(happened({ is: 'waited' }));
    again.gives({ now: { is: 'looking', hasEnded: true } });
    expect(hasEnded(again.state)).toBe(true);
    given(again.state)
      .when(happened({ is: 'looked', stop: null }))
      .gives({ now: { is: 'identifying' } });
  });

  test('writes again why it stops if another owner wrote it: then it tells it too', () =>
    given(state({ is: 'looking', hasEnded: false }))
      .when(happened({ is: 'looked', stop: why }))
      .gives({ now: halting.now }));

  test('tells it also if a request came meanwhile, and remains stopped until that is carried out', () => {
    const meanwhile = given(halting).when(happened({ is: 'interrupted' }), happened({ is: 'halted', why }));
    meanwhile.gives({ now: { is: 'asked', hasEnded: true } }, [{ do: 'become ready' }, tells('DISCONNECTED', why)]);
    const failed = given(meanwhile.state).when(happened({ is: 'failed' }));
    failed.gives({ now: { is: 'halted', ms: 1_000 } });
    const asked = given(meanwhile.state).when(happened({ is: 'asked', triesVersion: true }));
    asked.gives({ now: { is: 'looking', hasEnded: false }, triesVersion: true }, [{ do: 'stop timer', timer: 'long away' }]);
    expect(hasEnded(asked.state)).toBe(false);
  });

  test('is not shown as not answering', () => {
    for (const now of [halting.now, { is: 'halted', ms: 1 }, { is: 'asked', hasEnded: false }] as Now[])
      given(state(now, { awaySince: 1 }))
        .when(happened({ is: 'long away' }))
        .gives({});
  });
});

describe('a linked device that loses its socket', () => {
  test('tries again later and later, and says for how long it has been away', () => {
    const [first, second] = [at(1_000_000), at(1_000_000 + TIMEOUT_MS + 1)];
    const lost = { is: 'closed', closed: { code: 428 }, used: null, random: 0.5 } as const;
    const away = given(connecting()).when(first(lost));
    away.gives({ now: { is: 'resting', ms: 1_000 }, past: { failures: 1, replacedAt: null }, awaySince: 1_000_000 }, [
      { do: 'count reconnect' },
      { do: 'start timer', timer: 'long away', ms: TIMEOUT_MS },
      tells('OPENING', { reason: null }),
    ]);
    const still = { ...away.state, now: connecting().now };
    given(still)
      .when(second(lost))
      .gives({ now: { is: 'resting', ms: 2_000 }, past: { failures: 2, replacedAt: null } }, [
        { do: 'count reconnect' },
        tells('TIMEOUT', { reason: null }),
      ]);
    given({ ...away.state, now: { is: 'identifying' } })
      .when(second({ is: 'identified', device: 'own' }))
      .gives({ now: { is: 'entering', device: 'own' } }, [tells('TIMEOUT')]);
  });

  test('is shown as not answering after a minute, wherever it is then, and no longer once it is open', () => {
    for (const now of [{ is: 'resting', ms: 1 }, { is: 'entering', device: 'own' }, connecting().now] as Now[])
      given(state(now, { awaySince: 1 }))
        .when(happened({ is: 'long away' }))
        .gives({}, [tells('TIMEOUT')]);
    const open = given(connecting({ awaySince: 1, past: { failures: 7, replacedAt: 5 } })).when(happened({ is: 'open' })).state;
    expect(open).toMatchObject({ awaySince: null, past: { failures: 0, replacedAt: 5 } });
    given(open)
      .when(happened({ is: 'long away' }))
      .gives({});
  });

  test('goes back once after another client has replaced it', () => {
    const replaced = given(connecting({ awaySince: 1_000_000 })).when(closed(440));
    replaced.gives({ now: { is: 'resting', ms: MINUTE }, past: { failures: 1, replacedAt: 1_000_000 } }, [
      { do: 'count reconnect' },
      tells('TIMEOUT', { reason: 'replaced' }),
    ]);
    given({ ...replaced.state, now: connecting().now })
      .when(closed(440))
      .gives({ now: { is: 'halting', why: { reason: 'replaced', until: null }, wipe: false } });
  });
});

test('what is held back by the server: one new login, then it says so, until the next request', () => {
  const once = given(connecting()).when(happened({ is: 'held back' }), closed(null));
  once.gives({ wasHeldBack: true, now: { is: 'looking', hasEnded: false } }, [{ do: 'end socket' }]);
  given(connecting({ wasHeldBack: true }))
    .when(happened({ is: 'open' }), happened({ is: 'held back' }))
    .gives({}, [
      { do: 'accept version' },
      { do: 'stop timer', timer: 'long away' },
      { do: 'count held back', isHeld: false },
      { do: 'tell open' },
      { do: 'become ready' },
      { do: 'count held back', isHeld: true },
      { do: 'tell open', reason: 'held-back' },
    ]);
  const asked = given(connecting({ wasHeldBack: true })).when(
    happened({ is: 'interrupted' }),
    happened({ is: 'asked', triesVersion: true }),
  );
  expect(asked.state.wasHeldBack).toBe(false);
});

test('a version that is refused is tried no more; another one is logged in as at once, without one it stops', () => {
  const why = { reason: 'version', until: null };
  const outdated: Now = { is: 'outdated', used: [2, 3000, 1], why };
  given(connecting({ triesVersion: true }))
    .when(closed(405))
    .gives({ triesVersion: false, now: outdated });
  given(state(outdated))
    .when(happened({ is: 'learnt', isNew: true }))
    .gives({ now: { is: 'looking', hasEnded: false } });
  given(state(outdated))
    .when(happened({ is: 'learnt', isNew: false }))
    .gives({ now: { is: 'halting', why, wipe: false } });
});

test('a request, or an error, while it waits for a code: nothing is told of that wait, and the next one waits anew', () => {
  const stopped: Effect = { do: 'stop timer', timer: 'unanswered' };
  const awaited = connecting({ linking: 'awaited' }, 'none');
  const late = happened({ is: 'unanswered' });
  given(awaited)
    .when(happened({ is: 'interrupted' }), late)
    .gives({ now: { is: 'asked', hasEnded: false }, linking: 'none' }, [stopped]);
  given(awaited)
    .when(happened({ is: 'failed' }), late)
    .gives({ now: { is: 'resting', ms: 1_000 }, linking: 'none' }, [stopped]);
});

test.each<Happened>([
  { is: 'code', code },
  { is: 'linked' },
  { is: 'cannot link', reason: 'passkey' },
  { is: 'open' },
  { is: 'held back' },
  { is: 'closed', closed: { code: 401 }, used: null, random: 0 },
  { is: 'looked', stop: { reason: 'banned', until: null } },
  { is: 'waited' },
  { is: 'identified', device: 'own' },
  { is: 'entered' },
  { is: 'learnt', isNew: false },
])('$is changes nothing while a request is carried out', (late) => {
  given(state({ is: 'asked', hasEnded: false }))
    .when(happened(late))
    .gives({});
});
