import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Refused } from '@prosa/contracts';
import pLimit from 'p-limit';
import type { SheetRow } from './spreadsheet.csv.ts';
import type { FaultCode } from './spreadsheet.faults.ts';

const program = fileURLToPath(new URL('./spreadsheet.child.ts', import.meta.url));
/** One process a file, one at a time, with a time limit and 256 MB in all, of which the file's bytes are outside of the heap. */
const AT_ONCE = 1;
const MOST_MS = 60_000;
const HEAP_MB = 160;

const inTurn = pLimit(AT_ONCE);
type Said = [number, string[]] | { end: true } | { fault: FaultCode };

/**
 * Passes the rows of a spreadsheet to `take`, in order, at the speed of `take`. Throws Refused ERR_IMPORT_UNREADABLE and
 * ERR_IMPORT_ROWS.
 */
export const readSpreadsheet = (bytes: AsyncIterable<Uint8Array>, take: (row: SheetRow) => Promise<void>): Promise<void> =>
  inTurn(async () => {
    const options = ['--no-warnings', `--max-old-space-size=${HEAP_MB}`, program];
    const child = spawn(process.execPath, options, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
    const ended = once(child, 'close').catch(() => undefined);
    const timer = setTimeout(() => child.kill('SIGKILL'), MOST_MS);
    try {
      // If the child ends while it is written to, what it has not said shows that.
      child.stdin.on('error', () => undefined);
      for await (const piece of bytes) {
        if (!child.stdin.destroyed && !child.stdin.write(piece)) await Promise.race([once(child.stdin, 'drain'), ended]);
      }
      child.stdin.end();
      for await (const text of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
        const said = JSON.parse(text) as Said;
        if (Array.isArray(said)) await take({ line: said[0], cells: said[1] });
        else if ('fault' in said) throw new Refused(said.fault);
        else return;
      }
      throw new Refused('ERR_IMPORT_UNREADABLE');
    } finally {
      clearTimeout(timer);
      child.kill('SIGKILL');
    }
  });
