import { jest } from '@jest/globals';
import { drawn, drawnPlace, volume } from './volume.ts';

const victims = ['command', 'projection', 'gateway', 'event store', 'postgres'];
/** Shaped like the beginnings of commits' hashes. */
const commits = Array.from({ length: 5_000 }, (_, nth) =>
  Math.imul(nth + 1, 2_654_435_761)
    .toString(16)
    .replace('-', '')
    .padStart(8, '0'),
);
const said = () => {
  const lines: string[] = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  return lines;
};
afterEach(() => jest.restoreAllMocks());

test('over many commits each scenario is drawn, and about equally often, whatever the number of scenarios', () => {
  for (const count of [2, 3, 5, 26, 100]) {
    const times = Array.from({ length: count }, () => 0);
    for (const commit of commits) times[drawnPlace(commit, 'kills', count)]! += 1;
    const expected = commits.length / count;
    // Six times the standard deviation.
    for (const one of times) expect(Math.abs(one - expected)).toBeLessThan(6 * Math.sqrt(expected));
  }
});

test('one commit always draws the same scenario; those of two names are drawn independently', () => {
  process.env.PROSA_TEST_DRAW = '49c5ec7f';
  said();
  const first = drawn('kills', victims);
  expect([first.length, drawn('kills', victims)]).toEqual([1, first]);
  const pairs = commits.map((commit) => `${drawnPlace(commit, 'kills', 5)} ${drawnPlace(commit, 'stops', 5)}`);
  expect(new Set(pairs).size).toBe(25);
});

test('the output names what was drawn, and by what', () => {
  process.env.PROSA_TEST_DRAW = '49c5ec7f';
  const lines = said();
  const [victim] = drawn('kills', victims);
  const [moment] = drawn('moments', [{ append: 1, landed: false }]);
  expect(lines).toEqual([`drawn by 49c5ec7f: kills → ${victim}\n`, `drawn by 49c5ec7f: moments → ${JSON.stringify(moment)}\n`]);
});

test('without another word the commit draws', () => {
  delete process.env.PROSA_TEST_DRAW;
  const lines = said();
  drawn('kills', victims);
  expect(lines[0]).toMatch(/^drawn by ([0-9a-f]{8,}|no commit): kills → /);
});

test('all scenarios and all of the traffic are played when everything is asked for', () => {
  const amounts = { some: 1, all: 5 };
  const lines = said();
  process.env.PROSA_TEST_CRASH = 'all';
  expect([drawn('kills', victims), volume(amounts), lines]).toEqual([victims, 5, []]);
  process.env.PROSA_TEST_CRASH = '';
  expect([drawn('kills', victims).length, volume(amounts)]).toEqual([1, 1]);
});
