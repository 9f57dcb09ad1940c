import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Refused } from '@prosa/contracts';
import { scheduler, unprivileged, watchMemory } from '@prosa/infra/runtime';
import type { FaultCode } from './spreadsheet.faults.ts';
import type { SheetRow } from './spreadsheet.workbook.ts';

const program = fileURLToPath(new URL('./spreadsheet.child.ts', import.meta.url));
/** One process a file, at most two at once, of two companies, with limits of time and memory; the file's bytes are outside of the heap. */
const turns = scheduler({ bounds: { person: { atOnce: 2, each: 1 } } });
const MOST_MS = 60_000;
const HEAP_MB = 160;
const MOST_BYTES = 256 * 1024 * 1024;

/** The process that read the file was ended by somebody else: it can be read again. */
export class ReaderLost extends Error {
  override name = 'ReaderLost';
}

/** The names of a file's sheets, and the index of the one that is read; a text file has one without a name. */
export type Sheets = { sheets: string[]; sheet: number };
type Said = [number, string[]] | Sheets | { end: true } | { fault: FaultCode };

/**
 * Passes the rows of a spreadsheet to `take`, in order, at the speed of `take`, after its sheets to `begin`. Without `sheet` it is the first
 * with content. `companyId`: whose it is; companies take turns. Throws Refused with one of FaultCode, and ReaderLost.
 */
export const readSpreadsheet = (
  { companyId, bytes, sheet }: { companyId: string; bytes: AsyncIterable<Uint8Array>; sheet: number | null },
  { begin, take }: { begin: (sheets: Sheets) => void; take: (row: SheetRow) => Promise<void> },
): Promise<void> =>
  turns.run('person', companyId, async () => {
    const options = ['--no-warnings', `--max-old-space-size=${HEAP_MB}`, program, ...(sheet === null ? [] : [String(sheet)])];
    const child = spawn(process.execPath, options, { env: {}, stdio: ['pipe', 'pipe', 'ignore'], ...unprivileged(program) });
    const ended = once(child, 'close').catch(() => undefined);
    let isHuge = false;
    const stop = () => {
      isHuge = true;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(stop, MOST_MS);
    const unwatch = watchMemory(child, MOST_BYTES, stop);
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
      unwatch();
      child.kill('SIGKILL');
    }
  });
