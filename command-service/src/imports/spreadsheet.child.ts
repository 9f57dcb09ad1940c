/**
 * Reads a spreadsheet from stdin to its end, then writes one JSON value a line: the number and the cells of each row that is not empty, and
 * at last `{"end": true}` or `{"fault": code}`. It runs in a process of its own, with a limit of memory and without secrets, so that no file
 * harms anything else.
 */
import { once } from 'node:events';
import { limits } from '@prosa/contracts';
import { csvRows } from './spreadsheet.csv.ts';
import { SpreadsheetFault } from './spreadsheet.faults.ts';

const FLUSH = 64 * 1024;
let pending = '';
const flush = async (): Promise<void> => {
  const text = pending;
  pending = '';
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
};
const write = async (value: unknown): Promise<void> => {
  pending += `${JSON.stringify(value)}\n`;
  if (pending.length > FLUSH) await flush();
};

const cellOf = (cell: string): string => cell.slice(0, limits.importCell).replaceAll('\0', '').toWellFormed();

try {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(piece as Buffer);
  const bytes = Buffer.concat(pieces.splice(0));
  let count = 0;
  for await (const { line, cells } of csvRows(bytes)) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    // One more for the header.
    if (++count > limits.importRows + 1) throw new SpreadsheetFault('ERR_IMPORT_ROWS');
    await write([line, cells.slice(0, limits.importColumns).map(cellOf)]);
  }
  await write({ end: true });
} catch (error) {
  await write({ fault: error instanceof SpreadsheetFault ? error.code : 'ERR_IMPORT_UNREADABLE' });
}
await flush();
