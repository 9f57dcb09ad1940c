/** A row of a file; `line` is counted from 1, empty rows included. */
export type SheetRow = { line: number; cells: string[] };
export type Rows = AsyncIterable<SheetRow> | Iterable<SheetRow>;

/** A file with its sheets in order, the hidden ones last; a text file is one sheet without a name. */
export type Workbook = { sheets: readonly { name: string; rows: () => Rows }[] };

const isEmpty = ({ cells }: SheetRow): boolean => cells.every((cell) => cell.trim() === '');

/** The rows with content of a sheet: of the one asked for, or else of the first that has any. `begin` is told which it is. */
export async function* rowsWithContent(
  { sheets }: Workbook,
  asked: number | null,
  begin: (sheet: number) => void,
): AsyncGenerator<SheetRow> {
  for (const [at, { rows }] of sheets.entries()) {
    if (asked !== null && asked !== at) continue;
    let has = false;
    for await (const row of rows()) {
      if (isEmpty(row)) continue;
      if (!has) begin(at);
      has = true;
      yield row;
    }
    if (has) return;
  }
}
