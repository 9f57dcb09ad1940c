import { csvRows } from './spreadsheet.csv.ts';
import type { Workbook } from './spreadsheet.workbook.ts';

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Opens a file as what its first bytes tell, whatever its name is. Throws SpreadsheetFault. */
export const openSpreadsheet = async (bytes: Buffer): Promise<Workbook> => {
  const begins = (mark: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark);
  // Each reader is loaded only for its own files.
  if (begins(ZIP)) return (await import('./spreadsheet.xlsx.ts')).xlsxWorkbook(bytes);
  if (begins(COMPOUND)) return (await import('./spreadsheet.xls.ts')).xlsWorkbook(bytes);
  return { sheets: [{ name: '', rows: () => csvRows(bytes) }] };
};
