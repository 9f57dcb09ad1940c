import { type ImportColumns, type ImportLine, type ImportSummary, type ImportView, Refused } from '@prosa/contracts';
import type { ReferenceUser } from '../../kernel/reference-data.records.ts';
import type { ReferenceData } from '../../kernel/reference-data.ts';
import type { ImportRows, Sheet, Stored } from './import.rows.ts';
import { fieldsOf } from './import.rules.ts';

const SAMPLE = 8;
/** How many of a company's imports are listed. */
const LISTED = 20;

/** The views of imports in the API. */
export const importViews = (rows: ImportRows, { users: usersOf }: Pick<ReferenceData, 'users'>) => ({
  list: async (companyId: string, contactListId: string | null): Promise<ImportSummary[]> => {
    const imports = await rows.newest(companyId, contactListId, LISTED);
    const [sheets, users] = await Promise.all([rows.sheetsOf(imports), usersOf(companyId)]);
    return imports.flatMap((one) => {
      const sheet = sheets.get(one.id);
      return sheet ? [summary(one, sheet, users)] : [];
    });
  },

  /** Throws Refused ERR_NO_IMPORT_FOUND. */
  view: async (companyId: string, id: string): Promise<ImportView> => {
    const stored = await rows.stored(companyId, id);
    const sheet = stored && (await rows.sheetsOf([stored])).get(id);
    if (!stored || !sheet) throw new Refused('ERR_NO_IMPORT_FOUND');
    const first = await rows.select(id, 'true order by line limit $2', [SAMPLE]);
    return {
      ...summary(stored, sheet, await usersOf(companyId)),
      columns: stored.columns,
      header: sheet.header,
      sample: first.map(({ cells }) => cells),
      sheets: sheet.sheets,
      sheet: sheet.sheet,
    };
  },

  /** Rows with results after a line, in order; `warned`: without those that are created. */
  lines: async (id: string, columns: ImportColumns, afterLine: number, size: number, warned = false): Promise<ImportLine[]> => {
    const has = warned ? "result <> 'created'" : 'result is not null';
    const found = await rows.select(id, `line > $2 and ${has} order by line limit $3`, [afterLine, size]);
    return found.map(({ line, cells, result, repeats }) => ({ line, ...fieldsOf(cells, columns), result: result!, repeats }));
  },
});

const userOf = (users: ReadonlyMap<string, ReferenceUser>, id: string | null): ImportSummary['user'] => {
  const name = id === null ? null : users.get(id)?.name;
  return id !== null && name ? { id, name } : null;
};

const summary = (
  { id, status, rows, created, existing, repeated, refused, user_id, contact_list_id, created_at }: Stored,
  { file }: Sheet,
  users: ReadonlyMap<string, ReferenceUser>,
): ImportSummary => ({
  id,
  status,
  file,
  rows,
  done: created + existing + repeated + refused,
  counts: { created, existing, repeated, refused },
  contactListId: contact_list_id,
  user: userOf(users, user_id),
  createdAt: created_at.toISOString(),
});
