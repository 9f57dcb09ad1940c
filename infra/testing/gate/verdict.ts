import { type Failure, type FileReport, WHOLE_FILE } from './report.ts';

/** More tests than these that passed only when their file ran once more, and the run has failed: chance does not explain them any more. */
export const MOST_FLAKY = 3;

export type Verdict = { passed: number; failed: Failure[]; flaky: Failure[]; isTooFlaky: boolean };

/** Tests of a file that failed with the same error have one cause: what comes before all of them threw. */
const causes = (failures: Failure[]): number => new Set(failures.map(({ file, error }) => `${file}\0${error}`)).size;

const key = ({ file, test }: { file: string; test: string }): string => `${file}\0${test}`;

/**
 * Judges a run: `first` are the reports of all files, `again` those of the failed ones, which ran once more. A test that passed in one of
 * them has passed, and is flaky if it failed in the other, as is a file that failed outside of its tests in one of them. A file without a
 * report of `again` has failed as it first did.
 */
export const judge = (first: FileReport[], again: FileReport[]): Verdict => {
  const second = new Map(again.map((report) => [report.file, report]));
  const all = first.flatMap((report) => [report, second.get(report.file) ?? []].flat());
  const failures = new Map<string, Failure>();
  for (const failure of all.flatMap((report) => report.failures))
    if (!failures.has(key(failure))) failures.set(key(failure), failure);
  const passed = new Set(all.flatMap(({ file, passed }) => passed.map((test) => key({ file, test }))));
  for (const { file } of again) {
    // A file that ran well around its tests in one of its runs has passed there.
    const isWell = (report: FileReport) => report.file === file && !report.failures.some(({ test }) => test === WHOLE_FILE);
    if (all.some(isWell)) passed.add(key({ file, test: WHOLE_FILE }));
  }
  const flaky = [...failures.values()].filter((failure) => passed.has(key(failure)));
  const failed = [...failures.values()].filter((failure) => !passed.has(key(failure)));
  const tests = [...passed].filter((one) => !one.endsWith(`\0${WHOLE_FILE}`)).length;
  return { passed: tests, failed, flaky, isTooFlaky: causes(flaky) > MOST_FLAKY };
};
