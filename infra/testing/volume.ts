import { execFileSync, type StdioOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

/** Whether tests of races and crashes run at full volume: `npm run test:crash`. */
const isWhole = (): boolean => process.env.PROSA_TEST_CRASH === 'all';

/** How much traffic a test plays: `npm test` plays `some` of it, enough for each rule to be met; `npm run test:crash` all. */
export const volume = <Amount>({ some, all }: { some: Amount; all: Amount }): Amount => (isWhole() ? all : some);

let commit: string | undefined;
/** The lot that draws the scenarios: the commit, or what `PROSA_TEST_DRAW` names, to repeat the draw of another one. */
const lot = (): string => {
  if (process.env.PROSA_TEST_DRAW) return process.env.PROSA_TEST_DRAW;
  try {
    const cwd = fileURLToPath(new URL('.', import.meta.url));
    const stdio: StdioOptions = ['ignore', 'pipe', 'ignore'];
    commit ??= execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd, encoding: 'utf8', stdio }).trim();
  } catch {
    // Sources without their history, as in an archive: any word will do that stays the same.
    commit = 'no commit';
  }
  return commit;
};

/** The place, among `count`, of the scenario of this name that a lot draws: always the same one; over many lots each equally often. */
export const drawnPlace = (by: string, name: string, count: number): number =>
  createHash('sha256').update(`${by} ${name}`).digest().readUInt32BE() % count;

/**
 * The scenarios of one kind of crash that are played: by `npm run test:crash` all of them, by `npm test` one, which the output names. The
 * commit draws it, so that all of them are played over many commits, and a failure of one commit can be repeated.
 */
export const drawn = <Scenario>(name: string, scenarios: readonly Scenario[]): Scenario[] => {
  if (isWhole()) return [...scenarios];
  const by = lot();
  const one = scenarios[drawnPlace(by, name, scenarios.length)]!;
  process.stderr.write(`drawn by ${by}: ${name} → ${typeof one === 'string' ? one : JSON.stringify(one)}\n`);
  return [one];
};
