import { commandTurns } from '../../kernel/turns.ts';
import { mortal, processOf, runLine } from '../../reactors/reactors.fixture.ts';
import { ask, eventually, makeScene, startWorld } from '../../testing/world.fixture.ts';
import { giveOut } from './distribution.feature.ts';
import { distributionScene } from './distribution.fixture.ts';

const world = await startWorld();
const service = await world.instance({ idle: true });
const { deps } = service;
afterAll(() => world.close());

const [TICKETS, LIMIT] = [3, 1];

/** Two people who take one each, and three tickets that wait. */
const begin = async () => {
  const scene = await makeScene(service);
  const happens = distributionScene(deps, scene);
  const body = { distribution: 'turns', maxPerUser: LIMIT };
  expect(await ask(service, `PUT /queue/${scene.queueId}`, { token: scene.admin.token, body })).toMatchObject({ status: 200 });
  await happens.signsIn(scene.ana);
  await happens.signsIn(scene.bruno);
  const tickets: string[] = [];
  for (let n = 0; n < TICKETS; n += 1) tickets.push(await happens.waits());
  const accepted = () => Promise.all(tickets.map(happens.acceptedIn));
  const isGivenOut = (all: Awaited<ReturnType<typeof accepted>>) => all.filter(({ length }) => length > 0).length === 2 * LIMIT;
  return { scene, accepted, isGivenOut };
};

/** Runs a process that dies at a step of its work, then one that does not. Returns whether the first died. */
const killedAt = async (moment: { step: number; heard: boolean }): Promise<boolean> => {
  const { scene, accepted, isGivenOut } = await begin();
  const dying = mortal(deps, [], moment);
  // What it had begun keeps its places for ever, but in its own process.
  const first = processOf(giveOut, { ...dying.deps, turns: commandTurns(() => 0) }, dying.bus);
  const before = runLine(first.line);
  const lived = eventually(accepted, isGivenOut).then(() => dying.over());
  const died = await dying.dead;
  const next = processOf(giveOut, deps);
  const after = runLine(next.line);
  const all = await eventually(accepted, isGivenOut);
  await lived;
  // One ticket each, and nobody has more than the limit: whoever was given one is asked, and the one that is left waits.
  const holders = all.flat().map(({ userId }) => userId);
  expect(all.map(({ length }) => length).toSorted()).toEqual([0, 1, 1]);
  for (const { id } of [scene.ana, scene.bruno]) expect(holders.filter((holder) => holder === id)).toHaveLength(LIMIT);
  await after.stop();
  if (!died) await before.stop();
  return died;
};

test.each([false, true])(
  'killed at any step of its work, with the request %s to the server, each ticket goes to one, and nobody gets more than the limit',
  async (heard) => {
    let step = 0;
    do step += 1;
    while (await killedAt({ step, heard }));
    expect(step).toBeGreaterThan(8);
  },
);
