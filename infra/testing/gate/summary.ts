import type { Failure, FileReport } from './report.ts';
import { MOST_FLAKY, type Verdict } from './verdict.ts';

const SLOWEST = 10;
const ERROR_LINES = 12;

export type StageTime = { lane: string; files: number; seconds: number };

const firstLine = (error: string): string => error.split('\n').find((line) => line.trim() !== '') ?? '';
const line = ({ file, test, error }: Failure): string => `${file} > ${test}: ${firstLine(error)}`;
const indented = (lines: string[]): string[] => lines.slice(0, ERROR_LINES).map((text) => `    ${text}`);
const seconds = (ms: number): string => (ms / 1_000).toFixed(1).padStart(7);

/** The lines above the last one of a run: seconds of each lane, slowest files, and each flaky test and each failure with its error. */
export const summary = (times: StageTime[], reports: FileReport[], { failed, flaky, isTooFlaky }: Verdict): string[] => {
  const slowest = reports.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  const many = `${flaky.length} tests passed only when they ran once more; with more than ${MOST_FLAKY} such causes a run has failed.`;
  return [
    'KeyQueues:',
    ...times.map(({ lane, files, seconds: took }) => `${took.toFixed(0).padStart(7)} s  ${lane}, test files: ${files}`),
    ...(slowest.length > 0 ? ['Slowest files:', ...slowest.map(({ file, ms }) => `${seconds(ms)} s  ${file}`)] : []),
    ...flaky.flatMap((one) => [`FLAKY ${line(one)}`, ...indented(one.error.split('\n').slice(1))]),
    ...(isTooFlaky ? [many] : []),
    ...failed.flatMap(({ file, test, error }) => [`FAILED ${file} > ${test}`, ...indented(error.split('\n'))]),
  ];
};
