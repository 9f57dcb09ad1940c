import {
  type Actor,
  type Country,
  countryOf,
  derivedId,
  type ImportColumns,
  type ImportResult,
  newId,
  Refused,
} from '@prosa/contracts';
import type { KeyRing } from '@prosa/infra/runtime';
import type { Deps } from '../../kernel/deps.ts';
import type { Handle } from '../../kernel/handler.ts';
import { inBulk } from '../../kernel/turns.ts';
import { type Claims, createClaims } from '../contacts/claims.ts';
import { typedNumber } from '../contacts/contact.address.ts';
import { makeContact } from '../contacts/new-contact.ts';
import { type Done, importRows, type Row } from './import.rows.ts';
import { fieldsOf, refusalOf, sameNumber } from './import.rules.ts';

type Run = {
  companyId: string;
  actor: Actor;
  importId: string;
  run: bigint;
  dryRun: boolean;
  columns: ImportColumns;
  country: Country;
};

/** Rows that are read together. */
const PAGE = 1_000;
/** Rows that are done at the same time, so that their appends share a write of the store: what a process that ends has to do again. */
const PIECE = 8;
/** Keys that are created together; at most so many are left over. */
const KEYS = 200;

/**
 * Runs an import: gives each row its result, as bulk work. The ids of its commands derive from import and line, so a run that
 * was cut off goes on where it was, and no contact is made twice. A later run replaces it.
 */
export const createImportJob = (deps: Pick<Deps, 'pool' | 'keys' | 'store' | 'handle' | 'clock' | 'turns' | 'referenceData'>) => {
  const { store, turns, referenceData } = deps;
  const rows = importRows(deps);
  const handle: Handle = (handling) => deps.handle({ ...handling, bulk: true });

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

  const exists = async (claims: Claims, companyId: string, number: string): Promise<boolean> => {
    const place = await claims.placeOf(companyId, { kind: 'phone', value: number });
    const claim = await claims.holderOf(place);
    return claim !== null && (await claims.stateOf(place, claim)) === 'valid';
  };

  const resultOf = async (
    claims: Claims,
    { companyId, actor, importId, dryRun, columns, country }: Run,
    { line, cells }: Row,
  ): Promise<ImportResult> => {
    const { name, number: typed, email } = fieldsOf(cells, columns);
    const number = typedNumber(typed, country);
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

  /** Gives all rows their results that the file itself does not tell. Returns whether it came to the end. */
  const perform = async (of: Run): Promise<boolean> => {
    const { companyId, importId, run } = of;
    const claims = createClaims({ ...deps, handle, isRare: true, ...preparedContacts(deps.keys) });
    let last = 0;
    let goesOn = true;
    while (goesOn) {
      const page = await rows.page(importId, last, PAGE, true);
      if (page.length === 0) return true;
      last = page.at(-1)!.line;
      const doPiece = async (piece: Row[]): Promise<void> => {
        if (!goesOn) return;
        const done = await Promise.all(piece.map(async (row) => ({ line: row.line, result: await resultOf(claims, of, row) })));
        if (!(await rows.record(importId, run, done))) goesOn = false;
      };
      await inBulk(turns, companyId, piecesOf(page), doPiece);
    }
    return false;
  };

  /** A run that was cancelled just before its process ended may not know it yet. */
  const isCancelled = async ({ importId, run }: Run): Promise<boolean> => {
    const [last] = await store.load(`import-${importId}`, { direction: 'backwards', max: 1 });
    return last?.type === 'ImportCancelled' && last.meta.revision > run;
  };

  return async (asked: Omit<Run, 'country'>): Promise<void> => {
    const { importId, run } = asked;
    const of = { ...asked, country: countryOf((await referenceData.company(asked.companyId))?.settings.country) };
    if (!(await rows.run(importId, run, of))) return;
    if (await isCancelled(of)) await rows.cancel(importId);
    if ((await rows.isRunning(importId, run)) && (await judge(of))) await perform(of);
    await rows.finish(importId, run);
  };
};

const piecesOf = function* (page: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < page.length; at += PIECE) yield page.slice(at, at + PIECE);
};

/** Hands out ids of contacts to be created, whose keys are created many at a time. */
const preparedContacts = (keys: KeyRing) => {
  const ready: string[] = [];
  let making: Promise<void> | null = null;
  const make = async (companyId: string): Promise<void> => {
    const ids = Array.from({ length: KEYS }, newId);
    await keys.createMany(ids, companyId);
    ready.push(...ids);
  };
  const newContact = async (companyId: string): Promise<string> => {
    for (;;) {
      const id = ready.pop();
      if (id !== undefined) return id;
      making ??= make(companyId).finally(() => {
        making = null;
      });
      await making;
    }
  };
  return { newContact, unused: (contactId: string) => void ready.push(contactId) };
};
