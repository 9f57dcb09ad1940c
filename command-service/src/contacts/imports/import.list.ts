import { derivedId, LIST_PARTS, listPartOf, newId } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import { createHeld, numberKeyOf, placeOfNumber } from '../contact-lists/item-keys.ts';
import { listCheck } from '../contact-lists/list-check.decider.ts';
import { createListChecks } from '../contact-lists/list-checks.ts';
import { type ListItemsState, listItems } from '../contact-lists/list-items.decider.ts';
import { createLists } from '../contact-lists/lists.ts';
import { typedNumber } from '../contacts/contact.address.ts';
import type { Done, ImportRows, Row } from './import.rows.ts';
import { fieldsOf } from './import.rules.ts';
import type { Run, Target } from './import.target.ts';

/** Rows that are read together. */
const PAGE = 1_000;
/** Items that are added by one append, which the store bounds. */
const PIECE = 200;

/**
 * Adds rows to a list, those of one of its streams at a time. The ids of the items derive from import and line, so that none is added twice.
 * At the end it is asked which numbers are on WhatsApp. If the list is deleted meanwhile, the run ends.
 */
export const intoList = (
  deps: Pick<Deps, 'pool' | 'keys' | 'store' | 'handle' | 'clock' | 'turns' | 'referenceData' | 'gateway'>,
  rows: ImportRows,
  { companyId, actor, importId, dryRun, columns, country }: Run,
  contactListId: string,
): Target<readonly number[]> => {
  const { keys, store, handle } = deps;
  const lists = createLists(deps);
  const held = createHeld(deps);
  const numberOf = ({ cells }: Row): string => typedNumber(fieldsOf(cells, columns).number, country);

  const itemOf = async (row: Row) => {
    const { name, email } = fieldsOf(row.cells, columns);
    const number = numberOf(row);
    const numberKey = await numberKeyOf(keys, companyId, number);
    const itemId = placeOfNumber(contactListId, numberKey).idOf(`${importId}:${row.line}`);
    return { line: row.line, item: { itemId, numberKey, name, number, email: email || null } };
  };
  type Items = Awaited<ReturnType<typeof itemOf>>[];
  const keysOf = (items: Items): string[] => items.map(({ item }) => item.numberKey);

  const add = async (stream: string, items: Items): Promise<Done[]> => {
    const { state } = await handle({
      companyId,
      actor,
      commandId: newId(),
      causationId: importId,
      decider: listItems,
      stream,
      missing: 'ERR_NO_CONTACT_LIST_FOUND',
      bulk: true,
      command: async (now) => ({
        do: 'add items' as const,
        contactListId,
        importId,
        items: items.map(({ item }) => item),
        held: await held(now, keysOf(items)),
      }),
    });
    return items.map(({ line, item }) => ({ line, result: state.items.has(item.itemId) ? 'created' : 'existing' }));
  };

  /** What adding would do. */
  const look = async (stream: string, items: Items): Promise<Done[]> => {
    const facts = await store.load(stream);
    const state = facts.reduce<ListItemsState>(
      (now, fact) => listItems.evolve(now, fact as never, fact.meta),
      listItems.initial(),
    );
    const elsewhere = await held(state, keysOf(items));
    return items.map(({ line, item: { numberKey } }) => ({
      line,
      result: state.keys.has(numberKey) || elsewhere.has(numberKey) ? 'existing' : 'created',
    }));
  };

  return {
    pages: async function* () {
      const parts = Array.from({ length: LIST_PARTS }, (): number[] => []);
      for (let last = 0; ; ) {
        const page = await rows.page(importId, last, PAGE, true);
        if (page.length === 0) break;
        last = page.at(-1)!.line;
        for (const row of page) parts[listPartOf(await numberKeyOf(keys, companyId, numberOf(row)))]!.push(row.line);
      }
      yield piecesOf(parts);
    },
    resultsOf: async (lines) => {
      if (!(await lists.isThere(companyId, contactListId))) {
        await rows.cancel(importId);
        return [];
      }
      const items = await Promise.all((await rows.linesOf(importId, lines)).map(itemOf));
      const [first] = items;
      if (!first) return [];
      const { stream } = placeOfNumber(contactListId, first.item.numberKey);
      return dryRun ? look(stream, items) : add(stream, items);
    },
    concluded: async () => {
      if (dryRun || !(await createListChecks(deps).asked(companyId))) return;
      const checkId = derivedId(importId, 'list-check');
      await handle({
        companyId,
        actor,
        commandId: checkId,
        causationId: importId,
        decider: listCheck,
        stream: `list-check-${checkId}`,
        missing: 'ERR_NO_CONTACT_LIST_FOUND',
        command: { checkId, contactListId },
      });
    },
  };
};

const piecesOf = function* (parts: readonly number[][]): Generator<readonly number[]> {
  for (const lines of parts) for (let at = 0; at < lines.length; at += PIECE) yield lines.slice(at, at + PIECE);
};
