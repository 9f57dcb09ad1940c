import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Refused } from '@prosa/contracts';
import { unprivileged } from '@prosa/infra/runtime';
import pLimit from 'p-limit';
import type { FaultCode } from './spreadsheet.faults.ts';
import type { SheetRow } from './spreadsheet.workbook.ts';

const program = fileURLToPath(new URL('./spreadsheet.child.ts', import.meta.url));
/** One process a file, one at a time, with limits of time and memory; the file's bytes are outside of the heap. */
const AT_ONCE = 1;
const MOST_MS = 60_000;
const HEAP_MB = 160;
const MOST_BYTES = 256 * 1024 * 1024;
const LOOK_MS = 100;
const PAGE = 4_096;

/** The process that read the file was ended by somebody else: it can be read again. */
export class ReaderLost extends Error {
  override name = 'ReaderLost';
}

/** The names of a file's sheets, and the index of the one that is read; a text file has one without a name. */
export type Sheets = { sheets: string[]; sheet: number };
type Said = [number, string[]] | Sheets | { end: true } | { fault: FaultCode };

const inTurn = pLimit(AT_ONCE);

/**
 * Passes the rows of a spreadsheet to `take`, in order, at the speed of `take`, after its sheets to `begin`. Without `sheet` it is the first
 * with content. Throws Refused with one of FaultCode, and ReaderLost.
 */
export const readSpreadsheet = (
  { bytes, sheet }: { bytes: AsyncIterable<Uint8Array>; sheet: number | null },
  { begin, take }: { begin: (sheets: Sheets) => void; take: (row: SheetRow) => Promise<void> },
): Promise<void> =>
  inTurn(async () => {
    const options = ['--no-warnings', `--max-old-space-size=${HEAP_MB}`, program, ...(sheet === null ? [] : [String(sheet)])];
    const child = spawn(process.execPath, options, { env: {}, stdio: ['pipe', 'pipe', 'ignore'], ...unprivileged(program) });
    const ended = once(child, 'close').catch(() => undefined);
    let isHuge = false;
    const stop = () => {
      isHuge = true;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(stop, MOST_MS);
    const watch = setInterval(() => void residentBytes(child.pid).then((held) => held > MOST_BYTES && stop()), LOOK_MS);
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
        else if ('sheets' in said) begin(said);
        else if ('fault' in said) throw new Refused(said.fault);
        else return;
      }
      await ended;
      // The heap's own limit ends it by a signal of its own.
      if (isHuge || child.signalCode === 'SIGABRT' || child.signalCode === 'SIGTRAP') throw new Refused('ERR_IMPORT_HUGE');
      throw new ReaderLost(`The reader of a spreadsheet ended (${child.signalCode ?? child.exitCode}).`);
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      child.kill('SIGKILL');
    }
  });

/** The memory that a process holds; 0 where the system does not tell. */
const residentBytes = async (pid: number | undefined): Promise<number> => {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * PAGE;
};
