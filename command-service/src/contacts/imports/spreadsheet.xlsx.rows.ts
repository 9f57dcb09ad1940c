import type { Readable } from 'node:stream';
import { limits } from '@prosa/contracts';
import { dateText, numberText } from './spreadsheet.cells.ts';
import { SpreadsheetFault } from './spreadsheet.faults.ts';
import type { SheetRow } from './spreadsheet.workbook.ts';
import { xmlPieces } from './spreadsheet.xml.ts';

/** The data that a file's cells refer to: `dates` has for each style whether it shows dates. */
export type Reading = { texts: readonly string[]; dates: readonly boolean[]; since1904: boolean };

const MOST_LINES = 2 ** 31 - 1;
/** Characters that XML cannot carry are written as their code. */
const ESCAPED = /_x([0-9a-f]{4})_/gi;

/** Reads the rows of a sheet piece by piece. A cell of a formula has the value that the spreadsheet computed last. */
export async function* sheetRows(source: Readable, reading: Reading): AsyncGenerator<SheetRow> {
  let ready: SheetRow[] = [];
  let row: SheetRow | null = null;
  let line = 0;
  let column = -1;
  let type = 'n';
  let style = 0;
  let text: string | null = null;
  let isValue = false;
  let isText = false;
  let phonetic = 0;

  const pieces = xmlPieces(source, {
    open: (name, { r, t, s }) => {
      if (name === 'row') {
        const next = r === undefined ? line + 1 : Number(r);
        if (!Number.isInteger(next) || next <= line || next > MOST_LINES) throw new SpreadsheetFault('ERR_IMPORT_DAMAGED');
        line = next;
        row = { line, cells: [] };
        column = -1;
      } else if (name === 'c' && row) {
        column = r === undefined ? column + 1 : columnOf(r);
        type = t ?? 'n';
        style = Number(s ?? 0);
        text = '';
        isText = false;
      } else if (name === 'rPh') phonetic += 1;
      else if (name === 'v') isValue = true;
      else if (name === 't' && phonetic === 0) {
        isValue = true;
        isText = true;
      }
    },
    text: (piece) => {
      if (isValue && text !== null && text.length < limits.importCell) text += piece;
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 'c' && row && text !== null) {
        if (text !== '' && column >= 0 && column < limits.importColumns) {
          while (row.cells.length < column) row.cells.push('');
          row.cells[column] = shown(text, isText ? 'inlineStr' : type, style, reading);
        }
        text = null;
      } else if (name === 'row' && row) {
        ready.push(row);
        row = null;
      }
    },
  });
  for await (const _ of pieces) {
    const rows = ready;
    ready = [];
    yield* rows;
  }
}

/** The column of a cell by its name, `C7` is 2. */
const columnOf = (name: string): number => {
  const [letters = ''] = /^[A-Z]{1,3}/i.exec(name) ?? [];
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
};

const shown = (text: string, type: string, style: number, { texts, dates, since1904 }: Reading): string => {
  switch (type) {
    case 's':
      return unescaped(texts[Number(text)] ?? '');
    case 'b':
      return text === '1' ? 'TRUE' : 'FALSE';
    case 'n': {
      const value = Number(text);
      if (!Number.isFinite(value)) return text;
      return dates[style] ? dateText(value, since1904) : numberText(value);
    }
    default:
      return unescaped(text);
  }
};

const unescaped = (text: string): string =>
  text.includes('_x') ? text.replaceAll(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text;
