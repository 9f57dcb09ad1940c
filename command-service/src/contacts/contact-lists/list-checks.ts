import { setTimeout as pause } from 'node:timers/promises';
import { LIST_PARTS, listItemsKey, listItemsStream, newId, Refused } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import type { ReferenceConnection } from '../../kernel/reference-data.records.ts';
import { createCheckNumbers, knowsNumbers } from '../contacts/checked-numbers.ts';
import { type ItemAnswer, listItems } from './list-items.decider.ts';
import { itemsOf, type ListItem, streamOfItem } from './list-items.reading.ts';
import { createLists } from './lists.ts';

/** Numbers of one question, and the time between two: each costs the account reputation. */
const AT_ONCE = 50;
const PAUSE_MS = 2_000;

type Unknown = ListItem & { number: string; stream: string };
type Tools = Pick<Deps, 'pool' | 'keys' | 'gateway' | 'store' | 'handle' | 'turns' | 'referenceData'>;

/**
 * Asks the default connection which numbers of a list are on WhatsApp: those whose answer is not known. Unknown ones stay unknown where the
 * channel cannot tell, or does not answer; then it ends, to be asked again.
 */
export const createListChecks = (tools: Tools) => {
  const { store, handle, referenceData, turns } = tools;
  const check = createCheckNumbers(tools);
  const lists = createLists(tools);

  const defaultOf = async (companyId: string): Promise<ReferenceConnection | null> =>
    (await referenceData.connections(companyId)).values().find(({ isDefault, deleted }) => isDefault && !deleted) ?? null;
  /** The connection that is asked; null if its channel cannot tell. */
  const asked = async (companyId: string): Promise<ReferenceConnection | null> => {
    const connection = await defaultOf(companyId);
    return connection && knowsNumbers(connection) ? connection : null;
  };

  const keep = async (
    companyId: string,
    contactListId: string,
    stream: string,
    answers: readonly ItemAnswer[],
  ): Promise<void> => {
    await handle({
      companyId,
      actor: { kind: 'system', id: 'list-checks' },
      commandId: newId(),
      decider: listItems,
      stream,
      missing: 'ERR_NO_CONTACT_LIST_ITEM_FOUND',
      bulk: true,
      command: { do: 'keep answers', contactListId, answers },
    });
  };

  /** Resolves to whether the channel answered. */
  const ask = async (companyId: string, contactListId: string, items: readonly Unknown[]): Promise<boolean> => {
    const connection = await asked(companyId);
    if (!connection) return false;
    const answered = await check(
      companyId,
      connection,
      items.map(({ number }) => number),
    ).catch((error: unknown) => {
      if (error instanceof Refused && error.code === 'ERR_WAPP_CHECK_CONTACT') return null;
      throw error;
    });
    if (!answered) return false;
    const known = items.filter(({ number }) => answered.has(number));
    for (const [stream, of] of Map.groupBy(known, ({ stream }) => stream)) {
      const answers = of.map(({ id: itemId, numberKey, number }) => ({
        itemId,
        numberKey,
        isWhatsappValid: answered.get(number) !== null,
      }));
      await turns.run('bulk', companyId, () => keep(companyId, contactListId, stream, answers));
    }
    return true;
  };

  const unknownIn = async function* (companyId: string, contactListId: string): AsyncGenerator<Unknown> {
    for (let part = 0; part < LIST_PARTS; part++) {
      const stream = listItemsStream(listItemsKey(contactListId, part));
      for (const item of itemsOf(await store.load(stream)).values())
        if (item.companyId === companyId && isUnknown(item)) yield { ...item, stream };
    }
  };

  return {
    asked,

    ofList: async (companyId: string, contactListId: string): Promise<void> => {
      if (!(await asked(companyId))) return;
      let waiting: Unknown[] = [];
      let isFirst = true;
      const flush = async (): Promise<boolean> => {
        if (waiting.length === 0) return true;
        if (!isFirst) await pause(PAUSE_MS);
        isFirst = false;
        const items = waiting;
        waiting = [];
        // As bulk work, so that it ends with the process.
        const isThere = await turns.run('bulk', companyId, () => lists.isThere(companyId, contactListId));
        return isThere && ask(companyId, contactListId, items);
      };
      for await (const item of unknownIn(companyId, contactListId)) {
        waiting.push(item);
        if (waiting.length === AT_ONCE && !(await flush())) return;
      }
      await flush();
    },

    ofItem: async (companyId: string, itemId: string): Promise<void> => {
      const stream = streamOfItem(itemId)!;
      const item = itemsOf(await store.load(stream)).get(itemId);
      if (item?.companyId === companyId && isUnknown(item)) await ask(companyId, item.contactListId, [{ ...item, stream }]);
    },
  };
};

const isUnknown = (item: ListItem): item is ListItem & { number: string } =>
  item.isWhatsappValid === null && item.number !== null;
