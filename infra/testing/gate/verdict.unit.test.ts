import { type FileReport, readReport, WHOLE_FILE } from './report.ts';
import { summary } from './summary.ts';
import { judge } from './verdict.ts';

/** A report of a file: names of tests with their errors; null: it passed. */
const ran = (file: string, tests: Record<string, string | null>): FileReport => ({
  file,
  ms: 1_000,
  passed: Object.keys(tests).filter((test) => tests[test] === null),
  failures: Object.entries(tests).flatMap(([test, error]) => (error === null ? [] : [{ file, test, error }])),
});

test('a test that fails twice has failed; one that passes when it runs once more has passed, and is flaky', () => {
  const first = [ran('a', { one: 'Broken', two: null, three: 'Late' }), ran('b', { one: null })];
  const verdict = judge(first, [ran('a', { one: 'Broken', two: null, three: null })]);
  expect(verdict).toEqual({
    passed: 3,
    failed: [{ file: 'a', test: 'one', error: 'Broken' }],
    flaky: [{ file: 'a', test: 'three', error: 'Late' }],
    isTooFlaky: false,
  });
});

test('a test that passed first and fails when its file runs once more is flaky, too', () => {
  const verdict = judge([ran('a', { one: 'Late', two: null })], [ran('a', { one: null, two: 'Gone' })]);
  expect(verdict).toMatchObject({ passed: 2, failed: [], isTooFlaky: false });
  expect(verdict.flaky.map(({ test }) => test)).toEqual(['one', 'two']);
});

test('four flaky tests are too many; all tests of a file that failed before them count as one', () => {
  const four = ['1', '2', '3', '4'].map((name) => ran(name, { one: 'Late' }));
  const well = four.map(({ file }) => ran(file, { one: null }));
  expect(judge(four, well)).toMatchObject({ passed: 4, failed: [], isTooFlaky: true });
  expect(judge(four.slice(1), well.slice(1))).toMatchObject({ passed: 3, failed: [], isTooFlaky: false });
  const names = ['one', 'two', 'three', 'four', 'five'];
  const all = (error: string | null) => ran('a', Object.fromEntries(names.map((name) => [name, error])));
  expect(judge([all('No server')], [all(null)])).toMatchObject({ passed: 5, failed: [], isTooFlaky: false });
});

test('a file that fails around its tests has failed, or is flaky if it does not when it runs once more', () => {
  const broken = { ...ran('a', { [WHOLE_FILE]: 'afterAll threw' }), passed: ['one'] };
  expect(judge([broken], [broken])).toMatchObject({ passed: 1, failed: [{ test: WHOLE_FILE }], flaky: [] });
  expect(judge([broken], [ran('a', { one: null })])).toMatchObject({ passed: 1, failed: [], flaky: [{ test: WHOLE_FILE }] });
  expect(judge([broken], [])).toMatchObject({ failed: [{ test: WHOLE_FILE }] });
});

test('a report of jest is read by file and test, without colours; what did not run has failed', () => {
  const file = { name: '/p/infra/a.test.ts', startTime: 5, endTime: 25, message: '', status: 'failed' };
  const tests = [
    { fullName: 'one', status: 'passed' },
    { fullName: 'two', status: 'failed', failureMessages: ['\u001B[31mExpected\u001B[39m 1'] },
    { fullName: 'three', status: 'pending', failureMessages: [] },
  ];
  const other = { ...file, name: '/p/b.test.ts', message: 'SyntaxError', assertionResults: [] };
  expect(readReport({ testResults: [{ ...file, assertionResults: tests }, other] }, '/p')).toEqual([
    {
      file: 'infra/a.test.ts',
      ms: 20,
      passed: ['one'],
      failures: [
        { file: 'infra/a.test.ts', test: 'two', error: 'Expected 1' },
        { file: 'infra/a.test.ts', test: 'three', error: 'It did not run: pending.' },
      ],
    },
    { file: 'b.test.ts', ms: 20, passed: [], failures: [{ file: 'b.test.ts', test: WHOLE_FILE, error: 'SyntaxError' }] },
  ]);
});

test('a run ends with the lanes, the ten slowest files, and what was flaky or failed with its error', () => {
  const reports = Array.from({ length: 12 }, (_, nth) => ({ file: `f${nth}`, ms: nth * 1_000, passed: [], failures: [] }));
  const flaky = [{ file: 'a', test: 'one', error: 'Late\n    at a.ts:1' }];
  const failed = [{ file: 'b', test: 'two', error: 'Broken\nExpected: 1' }];
  const lines = summary([{ lane: 'units', files: 12, seconds: 66 }], reports, { passed: 5, failed, flaky, isTooFlaky: false });
  expect(lines.slice(0, 4)).toEqual(['KeyQueues:', '     66 s  units, test files: 12', 'Slowest files:', '   11.0 s  f11']);
  expect(lines.slice(12)).toEqual([
    '    2.0 s  f2',
    'FLAKY a > one: Late',
    '        at a.ts:1',
    'FAILED b > two',
    '    Broken',
    '    Expected: 1',
  ]);
});
