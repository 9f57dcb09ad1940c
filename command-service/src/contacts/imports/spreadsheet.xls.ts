import { type CellObject, read, type WorkBook } from '@e965/xlsx';
import { limits } from '@prosa/contracts';
import { dateText, isDateFormat, numberText } from './spreadsheet.cells.ts';
import { SpreadsheetFault } from './spreadsheet.faults.ts';
import type { SheetRow, Workbook } from './spreadsheet.workbook.ts';

/** More rows than an .xls file can have are not looked at; the last one shows that there are too many. */
const MOST_LINES = limits.importRows + 2;

/** The sheets of an .xls file, which can only be read as a whole. */
export const xlsWorkbook = (bytes: Buffer): Workbook => {
  const book = opened(bytes);
  const since1904 = book.Workbook?.WBProps?.date1904 ?? false;
  const sheets = book.SheetNames.map((name, at) => ({
    name: name.slice(0, limits.importCell),
    isHidden: (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0,
    *rows(): Generator<SheetRow> {
      const data = Object.hasOwn(book.Sheets, name) ? (book.Sheets[name]?.['!data'] ?? []) : [];
      for (let row = 0; row < data.length; row += 1) {
        const cells = Array.from(data[row]?.slice(0, limits.importColumns) ?? [], (cell) => shown(cell, since1904));
        yield { line: row + 1, cells };
      }
    },
  }));
  return { sheets: [...sheets.filter(({ isHidden }) => !isHidden), ...sheets.filter(({ isHidden }) => isHidden)] };
};

const opened = (bytes: Buffer): WorkBook => {
  try {
    const options = { dense: true, cellFormula: false, cellHTML: false, cellText: false, cellNF: true, sheetRows: MOST_LINES };
    return read(bytes, { type: 'buffer', ...options });
  } catch (cause) {
    const says = cause instanceof Error ? cause.message : '';
    if (/password|encrypt/i.test(says)) throw new SpreadsheetFault('ERR_IMPORT_ENCRYPTED', { cause });
    // Documents and mails are stored in the same kind of file.
    const isOther = /cannot find workbook|unsupported/i.test(says);
    throw new SpreadsheetFault(isOther ? 'ERR_IMPORT_UNREADABLE' : 'ERR_IMPORT_DAMAGED', { cause });
  }
};

const shown = (cell: CellObject | undefined, since1904: boolean): string => {
  switch (cell?.t) {
    case 'n':
      return isDateFormat(0, String(cell.z ?? 'General')) ? dateText(Number(cell.v), since1904) : numberText(Number(cell.v));
    case 's':
      return String(cell.v ?? '');
    case 'b':
      return cell.v ? 'TRUE' : 'FALSE';
    case 'e':
      return '#N/A';
    default:
      return '';
  }
};
