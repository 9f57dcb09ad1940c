import { derivedId, type ImportResult, newId, Refused } from '@prosa/contracts';
import type { KeyRing } from '@prosa/infra/runtime';
import type { Deps } from '../../kernel/deps.ts';
import type { Handle } from '../../kernel/handler.ts';
import { createClaims } from '../contacts/claims.ts';
import { typedNumber } from '../contacts/contact.address.ts';
import { makeContact } from '../contacts/new-contact.ts';
import type { ImportRows, Row } from './import.rows.ts';
import { fieldsOf } from './import.rules.ts';
import type { Run, Target } from './import.target.ts';

/** Rows that are read together. */
const PAGE = 1_000;
/** Rows that are done at the same time, so that their appends share a write of the store. */
const PIECE = 8;
/** Keys that are created together; at most so many are left over. */
const KEYS = 200;

/** Makes contacts of rows. The ids of its commands derive from import and line, so no contact is made twice. */
export const intoContacts = (
  deps: Pick<Deps, 'keys' | 'store' | 'handle' | 'clock'>,
  rows: ImportRows,
  { companyId, actor, importId, dryRun, columns, country }: Run,
): Target<Row[]> => {
  const handle: Handle = (handling) => deps.handle({ ...handling, bulk: true });
  const claims = createClaims({ ...deps, handle, isRare: true, ...preparedContacts(deps.keys) });

  const exists = async (number: string): Promise<boolean> => {
    const place = await claims.placeOf(companyId, { kind: 'phone', value: number });
    const claim = await claims.holderOf(place);
    return claim !== null && (await claims.stateOf(place, claim)) === 'valid';
  };

  const resultOf = async ({ line, cells }: Row): Promise<ImportResult> => {
    const { name, number: typed, email } = fieldsOf(cells, columns);
    const number = typedNumber(typed, country);
    if (dryRun) return (await exists(number)) ? 'existing' : 'created';
    try {
      const doer = { companyId, actor, commandId: derivedId(importId, 'line', String(line)) };
      await makeContact(claims, doer, { name, number, email: email || null, extraInfo: [], channel: 'whatsapp' });
      return 'created';
    } catch (error) {
      if (error instanceof Refused && error.code === 'ERR_DUPLICATED_CONTACT') return 'existing';
      throw error;
    }
  };

  return {
    pages: async function* () {
      for (let last = 0; ; ) {
        const page = await rows.page(importId, last, PAGE, true);
        if (page.length === 0) return;
        last = page.at(-1)!.line;
        yield piecesOf(page);
      }
    },
    resultsOf: (piece) => Promise.all(piece.map(async (row) => ({ line: row.line, result: await resultOf(row) }))),
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
