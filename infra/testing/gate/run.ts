import { join } from 'node:path';
import type { FileReport } from './report.ts';
import { filesOf, type Jest, type Lane, runAgain, runFiles } from './stages.ts';
import type { StageTime } from './summary.ts';
import { judge, type Verdict } from './verdict.ts';

export type Run = { times: StageTime[]; reports: FileReport[]; verdict: Verdict };
export type Planned = { lane: Lane; files: string[] };

/** So many failed files at most are run once more. */
export const MOST_AGAIN = 12;

/** The plan of a run: the groups that have test files whose path matches one of the patterns. Throws if there is none. */
export const plan = async (jest: Jest, lanes: Lane[], patterns: string[]): Promise<Planned[]> => {
  const all = await Promise.all(lanes.map(async (lane) => ({ lane, files: await filesOf(jest, lane, patterns) })));
  const planned = all.filter(({ files }) => files.length > 0);
  if (planned.length === 0) throw new Error(`No test file matches ${patterns.join(' ')}.`);
  return planned;
};

/** Runs the lanes one after another, then once more, alone, each file that failed, and judges both. `say` prints a line. */
export const runKeyQueues = async (jest: Jest, planned: Planned[], say: (line: string) => void): Promise<Run> => {
  const times: StageTime[] = [];
  const reports: FileReport[] = [];
  const failed: { lane: Lane; file: string }[] = [];
  const timed = async (lane: string, files: number, work: () => Promise<void>): Promise<void> => {
    const begun = performance.now();
    await work();
    const seconds = (performance.now() - begun) / 1_000;
    times.push({ lane, files, seconds });
    say(`— ${lane}: ${seconds.toFixed(0)} s`);
  };
  for (const { lane, files } of planned) {
    say(`\n— ${lane.name}, test files: ${files.length}`);
    await timed(lane.name, files.length, async () => {
      const found = await runFiles(jest, lane, files);
      reports.push(...found);
      // jest itself, which is reported like a file, is not run again.
      const isOf = ({ file }: FileReport) => files.includes(join(jest.root, file));
      failed.push(...found.filter((one) => one.failures.length > 0 && isOf(one)).map(({ file }) => ({ lane, file })));
    });
  }
  const again: FileReport[] = [];
  if (failed.length > MOST_AGAIN) say(`\n— ${failed.length} files failed: they are not run once more, chance is not the cause.`);
  else if (failed.length > 0) {
    say(`\n— once more, alone: ${failed.map(({ file }) => file).join(' ')}`);
    await timed('once more, alone', failed.length, async () => void again.push(...(await runAgain(jest, failed))));
  }
  return { times, reports, verdict: judge(reports, again) };
};
