import { ask, caughtUp, eventually, makeScene, type Scene, startWorld } from '../../testing/world.fixture.ts';
import { distributionScene } from './distribution.fixture.ts';

/** Two instances, either of which may lead the reactor. */
const world = await startWorld();
const [service, other] = [await world.instance(), await world.instance()];
const { deps } = service;
afterAll(() => world.close());

const queue = async (scene: Scene, more: object, id = scene.queueId) =>
  expect(await ask(other, `PUT /queue/${id}`, { token: scene.admin.token, body: more })).toMatchObject({ status: 200 });
/** A company whose queue gives its tickets out. */
const begin = async (maxPerUser: number | null = null) => {
  const scene = await makeScene(service);
  const happens = distributionScene(deps, scene);
  await queue(scene, { distribution: 'turns', maxPerUser });
  return { scene, ...happens };
};
type Begun = Awaited<ReturnType<typeof begin>>;
const change = ({ scene }: Begun, ticketId: string, body: object, token = scene.admin.token) =>
  ask(service, `PUT /tickets/${ticketId}`, { token, body });
const holders = async ({ acceptedIn }: Begun, tickets: readonly string[]) =>
  (await Promise.all(tickets.map(acceptedIn))).map((accepted) => accepted.at(-1)?.userId ?? null);
/** Resolves once so many of the tickets are somebody's. */
const given = (begun: Begun, tickets: readonly string[], count = tickets.length) =>
  eventually(
    () => holders(begun, tickets),
    (all) => all.filter((holder) => holder !== null).length === count,
  );
const countOf = (all: readonly (string | null)[], { id }: { id: string }) => all.filter((holder) => holder === id).length;
/** The reactor has handled all that is stored, and what began to wait after it has been given since. */
const settled = async () => {
  await caughtUp(deps, ['distribution']);
  const { scene, signsIn, waits, ...begun } = await begin();
  await signsIn(scene.ana);
  await given({ scene, signsIn, waits, ...begun }, [await waits()]);
};

test('what waits is given in turn, nobody gets more than the limit, and what is left goes when somebody closes one', async () => {
  const begun = await begin(3);
  const { ana, bruno } = begun.scene;
  await Promise.all([begun.signsIn(ana), begun.signsIn(bruno)]);
  const tickets: string[] = [];
  for (let n = 0; n < 8; n += 1) tickets.push(await begun.waits());
  const all = await given(begun, tickets, 6);
  await settled();
  expect(await holders(begun, tickets)).toEqual(all);
  expect([countOf(all, ana), countOf(all, bruno)]).toEqual([3, 3]);
  const first = tickets[all.indexOf(ana.id)]!;
  expect(await begun.acceptedIn(first)).toEqual([
    { userId: ana.id, distributed: true, by: { kind: 'system', id: 'distribution' } },
  ]);
  expect(await change(begun, first, { status: 'closed' }, ana.token)).toMatchObject({ status: 200 });
  const then = await given(begun, tickets, 7);
  expect(then.map((holder, n) => (all[n] === null ? holder : null)).filter((holder) => holder !== null)).toEqual([ana.id]);
  expect(countOf(then, ana)).toBe(4);
});

test('while nobody is there and available it waits; what somebody has stays theirs when they go', async () => {
  const begun = await begin();
  const { ana, bruno } = begun.scene;
  await begun.signsIn(ana);
  await begun.chooses(ana, 'busy');
  await begun.signsIn(bruno);
  await begun.presence('UserWentIdle', bruno);
  const first = await begun.waits();
  await settled();
  expect(await begun.acceptedIn(first)).toEqual([]);
  await begun.chooses(ana, 'away');
  await settled();
  expect(await begun.acceptedIn(first)).toEqual([]);
  await begun.presence('UserCameBack', bruno);
  expect(await given(begun, [first])).toEqual([bruno.id]);
  await begun.presence('UserWentOffline', bruno);
  const second = await begun.waits();
  await settled();
  expect(await begun.acceptedIn(second)).toEqual([]);
  await begun.chooses(ana, 'available');
  expect(await given(begun, [first, second])).toEqual([bruno.id, ana.id]);
});

test('a queue gives nothing out by hand, and begins when it is told to; its people alone are given its tickets', async () => {
  const begun = await begin();
  const { scene } = begun;
  await queue(scene, { distribution: 'manual' });
  await begun.signsIn(scene.ana);
  await begun.signsIn(scene.admin);
  const [mine, others] = [await begun.waits(), await begun.waits(scene.otherQueueId)];
  await queue(scene, { distribution: 'turns' }, scene.otherQueueId);
  await settled();
  expect(await holders(begun, [mine, others])).toEqual([null, null]);
  await queue(scene, { distribution: 'turns' });
  expect(await given(begun, [mine])).toEqual([scene.ana.id]);
  const joins = { queueIds: [scene.queueId, scene.otherQueueId] };
  expect(await ask(service, `PUT /users/${scene.ana.id}`, { token: scene.admin.token, body: joins })).toMatchObject({
    status: 200,
  });
  expect(await given(begun, [mine, others])).toEqual([scene.ana.id, scene.ana.id]);
});

test('a snoozed ticket counts toward no limit', async () => {
  const begun = await begin(1);
  const { ana } = begun.scene;
  await begun.signsIn(ana);
  const tickets = [await begun.waits()];
  await given(begun, tickets);
  tickets.push(await begun.waits());
  await settled();
  expect(await begun.acceptedIn(tickets[1]!)).toEqual([]);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  expect(await ask(service, `PUT /tickets/${tickets[0]}/snooze`, { token: ana.token, body: { until } })).toMatchObject({
    status: 200,
  });
  expect(await given(begun, tickets)).toEqual([ana.id, ana.id]);
});

test('what somebody gives back goes to another, and waits if there is none', async () => {
  const begun = await begin();
  const { ana, bruno } = begun.scene;
  await begun.signsIn(ana);
  const ticket = await begun.waits();
  await given(begun, [ticket]);
  expect(await change(begun, ticket, { status: 'pending' }, ana.token)).toMatchObject({ status: 200 });
  await settled();
  expect(await begun.acceptedIn(ticket)).toHaveLength(1);
  await begun.signsIn(bruno);
  await eventually(
    () => begun.acceptedIn(ticket),
    (accepted) => accepted.length === 2,
  );
  expect(await holders(begun, [ticket])).toEqual([bruno.id]);
});

test('limits and ways that do not exist are refused at their fields', async () => {
  const { scene } = await begin();
  const wrong = [
    ...[0, -1, 1.5, 1_001, '3'].map((maxPerUser) => ({ body: { maxPerUser }, fields: { maxPerUser: 'Invalid limit' } })),
    ...['random', null].map((distribution) => ({ body: { distribution }, fields: { distribution: 'Invalid value' } })),
  ];
  for (const { body, fields } of wrong)
    expect(await ask(service, `PUT /queue/${scene.queueId}`, { token: scene.admin.token, body })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', fields },
    });
  const queues = await ask<{ id: string }>(service, 'POST /queue', {
    token: scene.admin.token,
    body: { name: 'Nova', color: '#333333' },
  });
  expect(queues).toMatchObject({ status: 201, body: { distribution: 'manual', maxPerUser: null } });
});
