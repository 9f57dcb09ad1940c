import { visible } from './texts/visible.ts';

/** Written first, so that spreadsheets read the file as UTF-8. */
export const CSV_BOM = '\uFEFF';
const SEPARATOR = ';';

/**
 * A spreadsheet would execute a cell that begins with one of these, also behind what nobody sees; some take the forms of other widths (`＝`)
 * for the same.
 */
const FORMULA = /^[=+\-−@\t\r\n]/;
/** A comma separates nothing here, but for programs that guess the separator. */
const QUOTED = /[;,"\r\n]/;
const isFormula = (value: string): boolean => FORMULA.test(value) || FORMULA.test(visible(value).normalize('NFKC'));

const cellOf = (value: string | null): string => {
  const text = value === null ? '' : isFormula(value) ? `'${value}` : value;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One line of a CSV file (RFC 4180, separated by semicolons), with its end; no cell of it is a formula. */
export const csvLine = (values: readonly (string | null)[]): string => `${values.map(cellOf).join(SEPARATOR)}\r\n`;
