/** A test that failed, or a file that did although none of its tests did. `error` is its whole text, without colours. */
export type Failure = { file: string; test: string; error: string };
/** The result of one run of a test file. `ms`: how long it ran. */
export type FileReport = { file: string; ms: number; passed: string[]; failures: Failure[] };

/** The fields that are read of what jest writes with `--json`. */
export type JestReport = {
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
};

/** The name under which a file is listed that failed outside of its tests: it could not be loaded, or code around its tests threw. */
export const WHOLE_FILE = '(the file itself)';

/** Escape sequences of terminals: ECMA-48's control sequences. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with a control character
const COLOURS = /\u001B\[[0-9;]*[A-Za-z]/g;
const plain = (text: string): string => text.replace(COLOURS, '').trim();

/** Reads a report of jest; files are named relative to `root`. A test that did not run counts as failed. */
export const readReport = ({ testResults }: JestReport, root: string): FileReport[] =>
  testResults.map(({ name, status, message, startTime, endTime, assertionResults }) => {
    const file = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name;
    const passed = assertionResults.filter((one) => one.status === 'passed').map(({ fullName }) => fullName);
    const failures = assertionResults
      .filter((one) => one.status !== 'passed')
      .map((one) => ({
        file,
        test: one.fullName,
        error: one.status === 'failed' ? plain((one.failureMessages ?? []).join('\n')) : `It did not run: ${one.status}.`,
      }));
    const isBroken = status === 'failed' && failures.length === 0;
    return {
      file,
      ms: endTime - startTime,
      passed,
      failures: isBroken ? [{ file, test: WHOLE_FILE, error: plain(message) }] : failures,
    };
  });
