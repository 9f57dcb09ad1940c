import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type FileReport, type JestReport, readReport, WHOLE_FILE } from './report.ts';

/** Test files that run at the same time: jest's projects, and the number of workers. */
export type Lane = { name: string; projects: string[]; workers: number; needsServers: boolean };

/**
 * The lanes of a run, one after another. What kills, freezes, loses answers or measures time runs alone, and last: nothing that reads a
 * clock runs beside something that fills the processors. Servers and browsers have a worker more than the smallest machine has cores,
 * because they often wait for each other.
 */
export const lanes: Lane[] = [
  { name: 'units and the app', projects: ['unit', 'pwa'], workers: 2, needsServers: false },
  { name: 'servers and browsers', projects: ['int', 'e2e'], workers: 3, needsServers: true },
  { name: 'crashes', projects: ['crash'], workers: 1, needsServers: true },
];

/** `root`: the folder of jest's configuration; `node`: the path of Node; `output`: where jest's own output goes, by default to stderr. */
export type Jest = { root: string; node: string; output?: 'inherit' | 'ignore' };

const FLAGS = ['--experimental-vm-modules', '--no-warnings'];

const start = ({ root, node }: Jest, args: string[], stdio: StdioOptions) =>
  spawn(node, [...FLAGS, join(root, 'node_modules/jest/bin/jest.js'), ...args], {
    cwd: root,
    stdio,
    env: { ...process.env, NODE_OPTIONS: FLAGS.join(' '), PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
  });

const of = ({ projects }: Pick<Lane, 'projects'>): string[] => ['--selectProjects', ...projects];

/** The test files of a lane whose path matches one of the patterns; all if there is none. Throws what jest says if it cannot tell. */
export const filesOf = async (jest: Jest, lane: Lane, patterns: string[]): Promise<string[]> => {
  const child = start(jest, ['--listTests', '--json', ...of(lane), '--', ...patterns], ['ignore', 'pipe', 'pipe']);
  const [listed, errors, [status]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')]);
  if (status !== 0) throw new Error(`jest could not list the tests of "${lane.name}": ${errors}`);
  return JSON.parse(listed) as string[];
};

/**
 * Runs test files in one jest process. Its output, without the summary, is shown on stderr. If jest ends without a report, or with an error
 * although no test failed, each file counts as failed, or the run as a file of the lane's name.
 */
export const runFiles = async (jest: Jest, lane: Lane, files: string[]): Promise<FileReport[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-report-'));
  const written = join(folder, 'report.json');
  try {
    const args = ['--json', `--outputFile=${written}`, '-w', `${lane.workers}`, ...of(lane), '--runTestsByPath', ...files];
    const [status] = await once(start(jest, args, ['ignore', 'ignore', jest.output ?? 'inherit']), 'close');
    const said = existsSync(written) ? (JSON.parse(readFileSync(written, 'utf8')) as JestReport) : { testResults: [] };
    const reports = readReport(said, jest.root);
    const isExplained = status === 0 ? reports.length > 0 : reports.some(({ failures }) => failures.length > 0);
    if (isExplained) return reports;
    const error = `jest ended with ${status}, and its report names no failure.`;
    return [
      ...reports,
      { file: `jest (${lane.name})`, ms: 0, passed: [], failures: [{ file: lane.name, test: WHOLE_FILE, error }] },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Runs each file that failed once more, alone, in a worker of its own. */
export const runAgain = async (jest: Jest, failed: { lane: Lane; file: string }[]): Promise<FileReport[]> => {
  const reports: FileReport[] = [];
  for (const { lane, file } of failed) reports.push(...(await runFiles(jest, { ...lane, workers: 1 }, [file])));
  return reports;
};
