import { type ContactFieldView, ContactView, contactFields, csvLine, Refused, routes, shownTaxId } from '@prosa/contracts';
import { answerPosition, implement } from '@prosa/infra/runtime';
import { z } from 'zod';
import { sendCsv } from '../../kernel/csv.reply.ts';
import { type Db, sql } from '../../kernel/db.ts';
import type { Asker, ReadServer } from '../../kernel/feature.ts';
import type { Reader } from '../../kernel/reader.ts';
import { recordQueries } from '../../records/record.queries.ts';
import { contactRows } from './contacts.rows.ts';

const Line = z.object({
  id: z.string(),
  nameOrder: z.string(),
  name: z.string(),
  number: z.string().nullable(),
  email: z.string().nullable(),
  fields: ContactView.shape.fields.nullable(),
});
type Line = z.output<typeof Line>;

/** Rows of one query: few enough for memory and time, however many contacts there are. */
const PAGE = 1_000;

const definitions = recordQueries(contactFields);

/** The contacts in list order after the given one. Forgotten ones have no name and nothing to export. */
const pageAfter = async (db: Db, last: Line | null): Promise<readonly Line[]> => {
  const after = last
    ? sql.fragment`and (name_order collate "C", name collate "C", id) > (${last.nameOrder}, ${last.name}, ${last.id}::uuid)`
    : sql.fragment``;
  return db.many(sql.type(Line)`
    select id, name_order as "nameOrder", name, number, email, fields from ${db.table(contactRows)}
    where company_id = ${db.companyId} and not deleted and name_order is not null ${after}
    order by name_order collate "C", name collate "C", id limit ${PAGE}`);
};

/**
 * Registers the export of all contacts as a file for spreadsheets. It is read page by page.
 */
export const exportRoute = (app: ReadServer, reader: Reader): void =>
  implement<typeof routes.contacts.exportAll, Asker>(app, routes.contacts.exportAll, async ({ principal, query, reply }) => {
    const asker = principal as Asker | null;
    if (!asker) throw new Refused('ERR_UNAUTHENTICATED');
    const { companyId } = asker;
    const scope = { companyId, ...(query.after === undefined ? {} : { after: query.after }) };
    const { result } = await reader.query(scope, (db) => definitions.read(db, null));
    const fields = result as unknown as ContactFieldView[];
    const ask = (last: Line | null, after?: string) =>
      reader.query({ companyId, ...(after === undefined ? {} : { after }) }, (db) => pageAfter(db, last));
    const { result: first, position } = await ask(null, query.after);
    answerPosition(reply, position);
    return sendCsv(reply, 'contatos.csv', ['name', 'number', 'email', ...fields.map(({ name }) => name)], async function* () {
      for (let page = first; page.length > 0; ) {
        yield page.map((line) => csvLine([line.name, line.number, line.email, ...valuesOf(line, fields)])).join('');
        page = page.length < PAGE ? [] : (await ask(page.at(-1)!)).result;
      }
    });
  });

const valuesOf = ({ fields }: Line, definitions: readonly ContactFieldView[]): (string | null)[] =>
  definitions.map(({ id, type }) => {
    const value = fields?.find(({ fieldId }) => fieldId === id)?.value ?? null;
    // With their punctuation: a spreadsheet would take digits for a number.
    return value !== null && (type === 'cpf' || type === 'cnpj') ? shownTaxId(value) : value;
  });
