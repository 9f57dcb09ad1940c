import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { SpreadsheetFault } from './spreadsheet.faults.ts';
import type { SheetRow } from './spreadsheet.workbook.ts';

const SEPARATORS = [';', ',', '\t', '|'] as const;
/** How many bytes or characters of the file tell its encoding and separator. */
const BEGIN = 4_096;
/** Characters that are decoded at once. */
const PIECE = 256 * 1024;
/** Longer than any row of 50 cells that somebody typed; an open quotation mark would otherwise take the whole file for one cell. */
const MOST_IN_ROW = 256 * 1024;

/** Text has no such bytes, whatever its encoding; compressed files and pictures begin with them. */
const isText = (text: string): boolean =>
  ![...text].some((one) => (one < ' ' && !'\t\n\v\f\r'.includes(one)) || one === '\u007f');

/** A web page or another document in tags, which some programs save under the name of a spreadsheet. */
const isMarkup = (text: string): boolean => /^\s*<[!?a-z]/i.test(text);

/** UTF-8, UTF-16 (told by its mark, or by every second byte being zero), else the Windows form of Latin-1. */
export const encodingOf = (bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const begin = bytes.subarray(0, BEGIN);
  const zeros = [0, 0];
  for (const [at, byte] of begin.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const most = begin.length / 4;
  if (zeros[1]! > most && zeros[0] === 0) return 'utf-16le';
  if (zeros[0]! > most && zeros[1] === 0) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
};

/** The separator that the first line has most often outside of quotation marks. */
export const separatorOf = (text: string): string => {
  const [line = ''] = text.replaceAll(/"[^"]*"/g, '').split(/\r?\n|\r/, 1);
  const count = (separator: string): number => line.split(separator).length;
  return SEPARATORS.reduce<string>((best, one) => (count(one) > count(best) ? one : best), SEPARATORS[0]);
};

/** Reads the rows of a CSV file, empty ones included. Throws SpreadsheetFault for bytes that are no text. */
export async function* csvRows(bytes: Buffer): AsyncGenerator<SheetRow> {
  const encoding = encodingOf(bytes);
  const begin = new TextDecoder(encoding).decode(bytes.subarray(0, BEGIN));
  if (!isText(begin) || isMarkup(begin)) throw new SpreadsheetFault('ERR_IMPORT_UNREADABLE');
  const pieces = function* () {
    const decoder = new TextDecoder(encoding);
    for (let at = 0; at < bytes.length; at += PIECE) yield decoder.decode(bytes.subarray(at, at + PIECE), { stream: true });
    yield decoder.decode();
  };
  const parser = parse({
    delimiter: separatorOf(begin),
    relaxColumnCount: true,
    relaxQuotes: true,
    maxRecordSize: MOST_IN_ROW,
  });
  const source = Readable.from(pieces()).on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let line = 0;
  for await (const cells of parser) {
    line += 1;
    yield { line, cells: cells as string[] };
  }
}
