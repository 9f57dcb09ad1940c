import { type Embeds, embedded, type PushChannel, type PushFrame, pushedBy } from '@prosa/contracts';
import { isNewer } from '../calls/positions.ts';

/**
 * Records kept up to date by pushes (decision 34), in order, and the position as of which each is known. The law: the answer of a GET plus
 * the frames after it equals the answer of a later GET.
 */
export type LiveList<Item> = {
  byId: Record<string, Item>;
  /** Keys in the list's order. */
  ids: string[];
  /** Position of the last change known of each key in the list. Removed keys are not remembered, because a day's pushes would add up. */
  at: Record<string, string>;
  hasMore: boolean;
  /** Position of the answer that the list began with; null before the first. */
  asOf: string | null;
};

export type ListRules<Item> = {
  channel: PushChannel;
  /** The key of a record; default `id`. */
  key?: (record: Item) => string;
  /** Whether the list shows a record, as far as the client can decide. Default: all. */
  belongs?: (record: Item) => boolean;
  /** Order of the list; default: new records at the end. */
  compare?: (a: Item, b: Item) => number;
  /** How a record changes with pushes of records that are embedded in it. */
  embeds?: Embeds<Item>;
};

/** A page of an answer, with the frames that came after it. */
export type Page<Item> = { records: Item[]; hasMore: boolean; position: string | null; frames?: PushFrame[] };

export const emptyList = <Item>(): LiveList<Item> => ({ byId: {}, ids: [], at: {}, hasMore: false, asOf: null });

const keyOf = <Item>(rules: ListRules<Item>, record: Item): string => rules.key?.(record) ?? (record as { id: string }).id;

/** Starts the list again from the first page of an answer, in its order. */
export const answered = <Item>(rules: ListRules<Item>, page: Page<Item>): LiveList<Item> => continued(rules, emptyList(), page);

/** Adds a further page to the list: records known from a later position stay. */
export const continued = <Item>(
  rules: ListRules<Item>,
  list: LiveList<Item>,
  { records, hasMore, position, frames = [] }: Page<Item>,
): LiveList<Item> => {
  const asOf = position ?? '0';
  const byId = { ...list.byId };
  const at = { ...list.at };
  const fresh: string[] = [];
  for (const record of records) {
    const id = keyOf(rules, record);
    if (!isNewer(asOf, at[id]) && at[id] !== asOf) continue;
    if (!(id in byId)) fresh.push(id);
    byId[id] = record;
    at[id] = asOf;
  }
  const ids = list.asOf === null ? fresh : sorted(rules, byId, [...list.ids, ...fresh]);
  const joined: LiveList<Item> = { byId, ids, at, hasMore, asOf: list.asOf ?? asOf };
  return frames.reduce((now, frame) => applyFrame(rules, now, frame), joined);
};

/**
 * Applies a push to the list. One of a channel that the list does not show, one that is not newer than what is known, and one that was too
 * large to include its record, change nothing.
 */
export const applyFrame = <Item>(rules: ListRules<Item>, list: LiveList<Item>, frame: PushFrame): LiveList<Item> => {
  if (list.asOf === null) return list;
  const after = frame.channel === rules.channel ? withRecord(rules, list, frame) : list;
  return after === list && frame.channel === rules.channel ? list : embedding(rules, after, frame);
};

const withRecord = <Item>(rules: ListRules<Item>, list: LiveList<Item>, frame: PushFrame): LiveList<Item> => {
  const record = frame.record as Item & { partial?: boolean };
  const id = keyOf(rules, record);
  if (!isNewer(frame.position, list.at[id] ?? list.asOf)) return list;
  if (frame.action === 'delete') return without(list, id);
  if (record.partial) return list;
  if (rules.belongs && !rules.belongs(record)) return without(list, id);
  const byId = { ...list.byId, [id]: record };
  const ids = id in list.byId ? list.ids : [...list.ids, id];
  return { ...list, byId, ids: sorted(rules, byId, ids), at: { ...list.at, [id]: frame.position } };
};

/** Changes the records in which the pushed one is embedded. */
export const embedding = <Item>(rules: ListRules<Item>, list: LiveList<Item>, frame: PushFrame): LiveList<Item> => {
  const { embeds } = rules;
  const pushed = embeds?.[frame.channel] ? pushedBy(frame) : null;
  if (!embeds || !pushed) return list;
  let { byId } = list;
  for (const id of list.ids) {
    const before = list.byId[id]!;
    const after = embedded(embeds, before, pushed, (peer) => list.byId[peer]);
    if (after === before || !isNewer(frame.position, list.at[id])) continue;
    if (byId === list.byId) byId = { ...byId };
    byId[id] = after;
  }
  return byId === list.byId ? list : { ...list, byId, ids: sorted(rules, byId, list.ids) };
};

/** Only these records of the list. */
export const only = <Item>(list: LiveList<Item>, ids: string[]): LiveList<Item> => {
  const of = <Value>(values: Record<string, Value>) => Object.fromEntries(ids.map((id) => [id, values[id]!]));
  return { ...list, ids, byId: of(list.byId), at: of(list.at), hasMore: list.hasMore || ids.length < list.ids.length };
};

const without = <Item>(list: LiveList<Item>, id: string): LiveList<Item> => {
  if (!(id in list.byId)) return list;
  const { [id]: _, ...byId } = list.byId;
  const { [id]: __, ...at } = list.at;
  return { ...list, byId, at, ids: list.ids.filter((other) => other !== id) };
};

const sorted = <Item>({ compare }: ListRules<Item>, byId: Record<string, Item>, ids: string[]): string[] =>
  compare ? ids.toSorted((a, b) => compare(byId[a]!, byId[b]!)) : ids;
