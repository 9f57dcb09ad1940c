import { type Actor, derivedId, type ImportColumns, newId, Refused } from '@prosa/contracts';
import type { KeyRing } from '@prosa/infra/runtime';
import { type Claims, createClaims } from '../contacts/claims.ts';
import { typedNumber } from '../contacts/contact.address.ts';
import { makeContact } from '../contacts/new-contact.ts';
import { inBulk } from '../kernel/bulk.ts';
import type { Deps } from '../kernel/deps.ts';
import type { Handle } from '../kernel/handler.ts';
import { type Done, importRows } from './import.rows.ts';
import { fieldsOf, refusalOf, sameNumber } from './import.rules.ts';

type Run = { companyId: string; actor: Actor; importId: string; run: bigint; dryRun: boolean; columns: ImportColumns };

/** Rows that are read and recorded together: what a process that ends has to do again. */
const AT_ONCE = 500;
/** Keys that are created together; at most so many are left over. */
const KEYS = 100;

/**
 * Runs an import: gives each row its result, in the lane of bulk work. The ids of its commands derive from import and line, so a run that
 * was cut off goes on where it was, and no contact is made twice. A later run replaces it.
 */
export const createImportJob = (deps: Pick<Deps, 'pool' | 'keys' | 'store' | 'handle' | 'clock' | 'bulk'>) => {
  const { store, bulk } = deps;
  const rows = importRows(deps);
  const handle: Handle = (handling) => deps.handle({ ...handling, bulk: true });

  /** Records what the file itself tells: rows that are refused, and rows with the number of an earlier one. */
  const judge = async ({ importId, run, columns }: Run): Promise<boolean> => {
    const lines = new Map<string, number>();
    let last = 0;
    for (;;) {
      const page = await rows.page(importId, last, AT_ONCE);
      if (page.length === 0) return true;
      last = page.at(-1)!.line;
      const done: Done[] = [];
      for (const { line, cells, result } of page) {
        const fields = fieldsOf(cells, columns);
        const refusal = refusalOf(fields);
        const repeats = refusal ? undefined : lines.get(sameNumber(fields.number));
        if (!refusal && repeats === undefined) lines.set(sameNumber(fields.number), line);
        if (result !== null) continue;
        if (refusal) done.push({ line, result: refusal });
        else if (repeats !== undefined) done.push({ line, result: 'repeated', repeats });
      }
      if (!(await rows.record(importId, run, done))) return false;
    }
  };

  const exists = async (claims: Claims, companyId: string, number: string): Promise<boolean> => {
    const place = await claims.placeOf(companyId, { kind: 'phone', value: number });
    const [last] = await store.load(place.stream, { direction: 'backwards', max: 1 });
    if (last?.type !== 'IdentityClaimed') return false;
    const { contactId } = last.data as { contactId: string };
    const claim = { contactId, since: last.meta.at.getTime(), position: last.meta.position, mine: false };
    return (await claims.stateOf(place, claim)) === 'valid';
  };

  const resultOf = async (
    claims: Claims,
    { companyId, actor, importId, dryRun, columns }: Run,
    line: number,
    cells: string[],
  ) => {
    const { name, number: typed, email } = fieldsOf(cells, columns);
    const number = typedNumber(typed);
    if (dryRun) return (await exists(claims, companyId, number)) ? 'existing' : 'created';
    try {
      const doer = { companyId, actor, commandId: derivedId(importId, 'line', String(line)) };
      await makeContact(claims, doer, { name, number, email: email || null, extraInfo: [], channel: 'whatsapp' });
      return 'created';
    } catch (error) {
      if (error instanceof Refused && error.code === 'ERR_DUPLICATED_CONTACT') return 'existing';
      throw error;
    }
  };

  return async (of: Run): Promise<void> => {
    const { companyId, importId, run, dryRun } = of;
    if (!(await rows.run(importId, run, of)) || !(await judge(of))) return;
    const claims = createClaims({ ...deps, handle, newContact: preparedContacts(deps.keys) });
    let last = 0;
    for (;;) {
      const page = await rows.page(importId, last, AT_ONCE, true);
      if (page.length === 0) break;
      last = page.at(-1)!.line;
      const done: Done[] = [];
      await inBulk(bulk, companyId, page, async ({ line, cells }) => {
        done.push({ line, result: await resultOf(claims, of, line, cells) });
      });
      if (!(await rows.record(importId, run, done))) return;
    }
    await rows.finish(importId, run, dryRun ? 'checked' : 'finished');
  };
};

/** Hands out ids of contacts to be created, whose keys are created many at a time. */
const preparedContacts = (keys: KeyRing): ((companyId: string) => Promise<string>) => {
  let ready: string[] = [];
  let making: Promise<void> | null = null;
  const make = async (companyId: string): Promise<void> => {
    const ids = Array.from({ length: KEYS }, newId);
    await keys.createMany(ids, companyId);
    ready = [...ready, ...ids];
  };
  return async (companyId) => {
    for (;;) {
      const id = ready.pop();
      if (id !== undefined) return id;
      making ??= make(companyId).finally(() => {
        making = null;
      });
      await making;
    }
  };
};
