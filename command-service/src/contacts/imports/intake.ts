import { type ImportColumns, limits, newId, Refused } from '@prosa/contracts';
import type { MediaVault, UploadedFile } from '@prosa/infra/runtime';
import type { Staging } from '../../media/staging.ts';
import { type Attempt, type ImportRows, MOST_AT_ONCE, type Sheet } from './import.rows.ts';
import { columnsOf, isHeader } from './import.rules.ts';
import { ReaderLost, readSpreadsheet } from './spreadsheet.reader.ts';
import type { SheetRow } from './spreadsheet.workbook.ts';

const FILE_NAME = 200;
/** How often a file is read, if its reader is lost. */
const TRIES = 2;

type Intake = {
  companyId: string;
  userId: string;
  contactListId: string | null;
  id: string;
  file: UploadedFile;
  sheet: number | null;
};

/**
 * Takes the file of an import: keeps it while it arrives, however slowly, then reads its rows. Returns the columns that its header names.
 * The file is deleted afterwards; if anything fails, nothing of it remains. Throws Refused.
 */
export const createIntake = ({ rows, staging, vault }: { rows: ImportRows; staging: Staging; vault: MediaVault }) => {
  const readRows = async (
    companyId: string,
    of: Attempt,
    asked: number | null,
  ): Promise<{ sheet: Omit<Sheet, 'file'>; count: number }> => {
    const file = await vault.open(of.attempt);
    if (!file) throw new Refused('ERR_IMPORT_UNREADABLE');
    let sheet: Omit<Sheet, 'file'> = { header: null, sheets: [], sheet: 0 };
    let count = 0;
    let first = true;
    let waiting: SheetRow[] = [];
    const flush = async () => {
      const page = waiting;
      waiting = [];
      if (page.length > 0) await rows.add(of, page);
    };
    const take = async (row: SheetRow): Promise<void> => {
      const names = first && isHeader(row.cells);
      first = false;
      if (names) {
        sheet.header = row.cells;
        return;
      }
      count += 1;
      if (count > limits.importRows) throw new Refused('ERR_IMPORT_ROWS');
      waiting.push(row);
      if (waiting.length === MOST_AT_ONCE) await flush();
    };
    await readSpreadsheet(
      { companyId, bytes: file.read(), sheet: asked },
      {
        begin: (sheets) => {
          sheet = { ...sheet, ...sheets };
        },
        take,
      },
    );
    await flush();
    return { sheet, count };
  };

  const readAgain = async (companyId: string, of: Attempt, asked: number | null) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await readRows(companyId, of, asked);
      } catch (error) {
        if (!(error instanceof ReaderLost)) throw error;
        if (tries === TRIES) throw new Refused('ERR_BUSY');
        await rows.clear(of);
      }
    }
  };

  return async ({
    companyId,
    userId,
    contactListId,
    id,
    file: { name, bytes },
    sheet: asked,
  }: Intake): Promise<ImportColumns | null> => {
    const of = { id, attempt: newId() };
    await rows.begin({ companyId, userId, contactListId }, of);
    try {
      const owner = { subjectId: id, companyId };
      await staging.stage({ name, bytes, owner, kinds: ['document'], maxBytes: limits.importBytes }, of.attempt);
      const { sheet, count } = await readAgain(companyId, of, asked);
      if (count === 0) throw new Refused('ERR_IMPORT_EMPTY');
      const columns = sheet.header && columnsOf(sheet.header);
      await rows.complete(of, { ...sheet, file: (name ?? '').slice(-FILE_NAME) }, columns, count);
      return columns;
    } catch (error) {
      await rows.discard(of);
      throw error instanceof Refused && /^ERR_MEDIA_(KIND|EMPTY)$/.test(error.code)
        ? new Refused(error.code === 'ERR_MEDIA_EMPTY' ? 'ERR_IMPORT_EMPTY' : 'ERR_IMPORT_UNREADABLE')
        : error;
    } finally {
      await staging.drop(of.attempt).catch(() => undefined);
    }
  };
};
