/** Written first, so that spreadsheets read the file as UTF-8. */
export const CSV_BOM = '\uFEFF';
const SEPARATOR = ';';

/** A spreadsheet would execute a cell that begins with one of these. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[;"\r\n]/;

const cellOf = (value: string | null): string => {
  const text = value === null ? '' : FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One line of a CSV file (RFC 4180, separated by semicolons), with its end; no cell of it is a formula. */
export const csvLine = (values: readonly (string | null)[]): string => `${values.map(cellOf).join(SEPARATOR)}\r\n`;
