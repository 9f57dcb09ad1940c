/**
 * Reads a spreadsheet from stdin to its end, then writes one JSON value a line: `{"sheets": names, "sheet": index}` when the first row is
 * found, the number and the cells of each row that is not empty, and at last `{"end": true}` or `{"fault": code}`. Its argument is the index
 * of the sheet to read. It runs in a process of its own, with a limit of memory and without secrets, so that no file harms anything else.
 */
import { once } from 'node:events';
import { limits } from '@prosa/contracts';
import { SpreadsheetFault } from './spreadsheet.faults.ts';
import { openSpreadsheet } from './spreadsheet.file.ts';
import { rowsWithContent } from './spreadsheet.workbook.ts';

const FLUSH = 64 * 1024;
let pending = '';
const flush = async (): Promise<void> => {
  const text = pending;
  pending = '';
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
};
const say = (value: unknown): void => {
  pending += `${JSON.stringify(value)}\n`;
};

const cellOf = (cell: string): string => cell.slice(0, limits.importCell).replaceAll('\0', '').toWellFormed();

try {
  const asked = process.argv[2] === undefined ? null : Number(process.argv[2]);
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(piece as Buffer);
  const workbook = await openSpreadsheet(Buffer.concat(pieces.splice(0)));
  const sheets = workbook.sheets.map(({ name }) => name);
  let count = 0;
  for await (const { line, cells } of rowsWithContent(workbook, asked, (sheet) => say({ sheets, sheet }))) {
    // One more for the header.
    if (++count > limits.importRows + 1) throw new SpreadsheetFault('ERR_IMPORT_ROWS');
    say([line, cells.slice(0, limits.importColumns).map(cellOf)]);
    if (pending.length > FLUSH) await flush();
  }
  say({ end: true });
} catch (error) {
  say({ fault: error instanceof SpreadsheetFault ? error.code : 'ERR_IMPORT_UNREADABLE' });
}
await flush();
