import { derivedId, type ImportColumns, ImportForm, type ImportView, limits, newId, Refused, routes } from '@prosa/contracts';
import { type Called, checked, implement, keyedMutex } from '@prosa/infra/runtime';
import { type CommandIdentity, idempotencyKey } from '../../kernel/command-identity.ts';
import type { App, Caller, Deps } from '../../kernel/deps.ts';
import { createStaging } from '../../media/staging.ts';
import { createLists } from '../contact-lists/lists.ts';
import { type ImportRows, MOST_AT_ONCE } from './import.rows.ts';
import { createIntake } from './intake.ts';
import { createListedContacts } from './listed-contacts.ts';

export type StartImport = (doer: CommandIdentity, importId: string, columns: ImportColumns, dryRun: boolean) => Promise<bigint>;
type Taking = Pick<Called<typeof routes.imports.upload, Caller>, 'principal' | 'query' | 'request' | 'upload'>;
type Tools = { rows: ImportRows; start: StartImport; view: (companyId: string, id: string) => Promise<ImportView> };

/** Registers the calls that begin an import: with a file into the contacts or a list, or with contacts into a list. */
export const uploadCalls = (app: App, deps: Deps, { rows, start, view }: Tools): void => {
  const { store, commandOf, config } = deps;
  const inTurn = keyedMutex();
  const intake = createIntake({ rows, staging: createStaging(deps), vault: deps.vault });
  const lists = createLists(deps);
  const listedContacts = createListedContacts({ store, projectionUrl: config.PROJECTION_URL });
  const startOf = ({ commandId, ...doer }: CommandIdentity) => ({ ...doer, commandId: derivedId(commandId, 'start') });

  /** A call that is sent twice at once makes one import: the second waits, and finds the first's. */
  const once = (
    { principal, request }: Pick<Called<typeof routes.imports.upload, Caller>, 'principal' | 'request'>,
    make: (doer: CommandIdentity, id: string, isThere: boolean) => Promise<void>,
  ): Promise<ImportView> => {
    const doer = commandOf(principal, request, null);
    const id = idempotencyKey(request) === null ? newId() : derivedId(doer.commandId, 'import');
    return inTurn(id, async () => {
      await make(doer, id, (await rows.stored(principal.companyId, id)) !== null);
      return view(principal.companyId, id);
    });
  };

  const take = (called: Taking, contactListId: string | null): Promise<ImportView> => {
    const { principal, query, upload } = called;
    const { companyId, userId } = principal;
    if (!upload) throw noFile();
    return once(called, async (doer, id, isThere) => {
      let columns: ImportColumns | null | undefined;
      const form = await upload.each(async (file) => {
        if (isThere) for await (const _ of file.bytes);
        else columns = await intake({ companyId, userId, contactListId, id, file, sheet: query.sheet ?? null });
      });
      if (isThere) return;
      if (columns === undefined) throw noFile();
      const { preview } = checked(ImportForm, form);
      if (!preview && columns) await start(startOf(doer), id, columns, false);
    });
  };

  implement<typeof routes.imports.upload, Caller>(app, routes.imports.upload, (called) => take(called, null));

  implement<typeof routes.contactListItems.upload, Caller>(app, routes.contactListItems.upload, async (called) => {
    const contactListId = called.params.id;
    await lists.assertThere(called.principal.companyId, contactListId);
    return take(called, contactListId);
  });

  implement<typeof routes.contactListItems.addContacts, Caller>(app, routes.contactListItems.addContacts, async (called) => {
    const { principal, request, params, body: which } = called;
    const { companyId, userId } = principal;
    await lists.assertThere(companyId, params.id);
    return once(called, async (doer, id, isThere) => {
      if (isThere) return;
      const of = { id, attempt: newId() };
      await rows.begin({ companyId, userId, contactListId: params.id }, of);
      try {
        let count = 0;
        const authorization = request.headers.authorization ?? '';
        for await (const cells of listedContacts({ companyId, authorization, which })) {
          const page = cells.map((row, at) => ({ line: count + at + 1, cells: row }));
          count += page.length;
          if (count > limits.importRows) throw new Refused('ERR_IMPORT_ROWS');
          for (let at = 0; at < page.length; at += MOST_AT_ONCE) await rows.add(of, page.slice(at, at + MOST_AT_ONCE));
        }
        if (count === 0) throw new Refused('ERR_NOBODY_TO_ADD');
        await rows.complete(of, { file: '', header: null, sheets: [''], sheet: 0 }, COLUMNS, count);
      } catch (error) {
        await rows.discard(of);
        throw error;
      }
      await start(startOf(doer), id, COLUMNS, false);
    });
  });
};

/** Of contacts as rows. */
const COLUMNS = { name: 0, number: 1, email: 2 };
const noFile = (): Refused => new Refused('ERR_VALIDATION', { fields: { file: 'Required' } });
