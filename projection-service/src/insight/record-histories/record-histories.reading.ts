import { type ErrorCode, type RecordEntry, type RecordHistory, Refused } from '@prosa/contracts';
import type { Decoded } from '@prosa/infra/runtime';
import type { Aside, Asker } from '../../kernel/feature.ts';
import type { Reader } from '../../kernel/reader.ts';
import { type Names, readNames } from './record-histories.names.ts';
import type { Source, Telling } from './telling.ts';

const PAGE = 50;

/** The last entries of a stream before a position, in order: one more than a page, which tells whether there is another. */
const readLast = async (
  facts: AsyncIterable<Decoded>,
  telling: Telling,
  { companyId, before }: { companyId: string; before: bigint },
): Promise<RecordEntry[]> => {
  const last: RecordEntry[] = [];
  for await (const fact of facts) {
    if (fact.meta.position >= before) break;
    // What cannot be read is in no row either: it waits for newer code.
    if (fact.fault !== undefined || fact.meta.companyId !== companyId) continue;
    const told = telling(fact);
    if (!told) continue;
    last.push(entryOf(fact, told));
    if (last.length > PAGE + 1) last.shift();
  }
  return last;
};

const entryOf = ({ type, meta }: Decoded, { about = null, changes = [] }: NonNullable<ReturnType<Telling>>): RecordEntry => ({
  position: String(meta.position),
  at: meta.at.toISOString(),
  type,
  actor: {
    kind: meta.actor.kind,
    id: meta.actor.id,
    name: null,
    isPlatform: meta.actor.companyId !== undefined && meta.actor.companyId !== meta.companyId,
  },
  about,
  changes,
});

const byPosition = (a: RecordEntry, b: RecordEntry): number => (BigInt(a.position) > BigInt(b.position) ? -1 : 1);

/** Who did it, as the asker may know them: of a platform-level user of another company not even the id. */
const shownActor = (actor: RecordEntry['actor'], names: Names): RecordEntry['actor'] =>
  actor.isPlatform && !(actor.id in names) ? { ...actor, id: '' } : { ...actor, name: names[actor.id] ?? null };

export type Asked = {
  asker: Asker;
  query: { after?: string | undefined; before?: string | undefined };
  /** Whose streams these are. */
  companyId: string;
  /** The record; settings are none. */
  id?: string;
  sources: readonly Source[];
  /** A platform-level user asks, who reads all companies. */
  super?: boolean;
  /** The refusal if there is no entry at all. */
  missing?: ErrorCode;
};

/**
 * Reads a page of a record's history, with the position of the answer. Its streams are read anew for each page, outside of any transaction
 * and without holding more than that page: an event says only what it changed, so what was there before is in the events before it.
 */
export const historyReader =
  (reader: Reader, { readFacts }: Aside) =>
  async ({
    asker,
    query,
    companyId,
    id,
    sources,
    missing,
    ...more
  }: Asked): Promise<{ history: RecordHistory; position: bigint }> => {
    const { after, before } = query;
    const { position } = await reader.query({ companyId: asker.companyId, after }, async () => null);
    const end = before === undefined || BigInt(before) > position ? position + 1n : BigInt(before);
    const told = await Promise.all(
      sources.map(({ stream, telling }) => readLast(readFacts(stream), telling, { companyId, before: end })),
    );
    const newest = told.flat().sort(byPosition);
    if (newest.length === 0 && missing) throw new Refused(missing);
    const entries = newest.slice(0, PAGE);
    const asking = { companyId: asker.companyId, ...more };
    const { result: names } = await reader.query(asking, (db) => readNames(db, id === undefined ? [] : [id], entries));
    const history = {
      entries: entries.map((entry) => ({ ...entry, actor: shownActor(entry.actor, names) })),
      hasMore: newest.length > PAGE,
      names,
    };
    return { history, position };
  };
