import { type Actor, countryOf } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import { inBulk } from '../../kernel/turns.ts';
import { intoContacts } from './import.contacts.ts';
import { intoList } from './import.list.ts';
import { type Done, importRows } from './import.rows.ts';
import { fieldsOf, refusalOf, sameNumber } from './import.rules.ts';
import type { Run, Target } from './import.target.ts';

/** Rows that are read together. */
const PAGE = 1_000;

type Asked = Omit<Run, 'country'> & { actor: Actor };

/**
 * Runs an import: gives each row its result, as bulk work. A run that was cut off goes on where it was, and nothing is made twice. A later
 * run replaces it.
 */
export const createImportJob = (
  deps: Pick<Deps, 'pool' | 'keys' | 'store' | 'handle' | 'clock' | 'turns' | 'referenceData' | 'gateway'>,
) => {
  const { store, turns, referenceData } = deps;
  const rows = importRows(deps);

  /** Records what the file itself tells: rows that are refused, and rows with the number of an earlier one. */
  const judge = async ({ importId, run, columns, country }: Run): Promise<boolean> => {
    const lines = new Map<string, number>();
    let last = 0;
    for (;;) {
      const page = await rows.page(importId, last, PAGE);
      if (page.length === 0) return true;
      last = page.at(-1)!.line;
      const done: Done[] = [];
      for (const { line, cells, result } of page) {
        const fields = fieldsOf(cells, columns);
        const refusal = refusalOf(fields, country);
        const same = refusal ? null : sameNumber(fields.number, country);
        const repeats = same === null ? undefined : lines.get(same);
        if (same !== null && repeats === undefined) lines.set(same, line);
        if (result !== null) continue;
        if (refusal) done.push({ line, result: refusal });
        else if (repeats !== undefined) done.push({ line, result: 'repeated', repeats });
      }
      if (!(await rows.record(importId, run, done))) return false;
    }
  };

  /** Gives all rows their results that the file itself does not tell. Returns whether it came to the end. */
  const perform = async <Piece>({ companyId, importId, run }: Run, target: Target<Piece>): Promise<boolean> => {
    let goesOn = true;
    for await (const pieces of target.pages()) {
      await inBulk(turns, companyId, pieces, async (piece) => {
        if (goesOn && !(await rows.record(importId, run, await target.resultsOf(piece)))) goesOn = false;
      });
      if (!goesOn) return false;
    }
    return true;
  };

  /** A run that was cancelled just before its process ended may not know it yet. */
  const isCancelled = async ({ importId, run }: Run): Promise<boolean> => {
    const [last] = await store.load(`import-${importId}`, { direction: 'backwards', max: 1 });
    return last?.type === 'ImportCancelled' && last.meta.revision > run;
  };

  return async (asked: Asked): Promise<void> => {
    const { importId, run, companyId } = asked;
    const of: Run = { ...asked, country: countryOf((await referenceData.company(companyId))?.settings.country) };
    if (!(await rows.run(importId, run, of))) return;
    if (await isCancelled(of)) await rows.cancel(importId);
    const contactListId = (await rows.stored(companyId, importId))?.contact_list_id ?? null;
    const into = contactListId === null ? intoContacts(deps, rows, of) : intoList(deps, rows, of, contactListId);
    const isOver = (await rows.isRunning(importId, run)) && (await judge(of)) && (await perform(of, into as Target<unknown>));
    await rows.finish(importId, run);
    if (isOver) await into.concluded?.();
  };
};
