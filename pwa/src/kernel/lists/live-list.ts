import type { PushChannel, PushFrame } from '@prosa/contracts';
import { isNewer } from '../calls/positions.ts';

/**
 * A list kept up to date by pushes (decision 34): records in order, and the position as of which each is known. The law: the answer of a
 * GET plus the frames after it equals the answer of a later GET.
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
  /** Keys whose frame was too large to include the record: fetch them. */
  partial: string[];
};

export type ListRules<Item> = {
  channel: PushChannel;
  /** The key of a record; default `id`. */
  key?: (record: Item) => string;
  /** Whether the list shows a record, as far as the client can decide. Default: all. */
  belongs?: (record: Item) => boolean;
  /** Order of the list; default: new records at the end. */
  compare?: (a: Item, b: Item) => number;
};

/** A page of an answer, with the frames that came after it. */
export type Page<Item> = { records: Item[]; hasMore: boolean; position: string | null; frames: PushFrame[] };

export const emptyList = <Item>(): LiveList<Item> => ({ byId: {}, ids: [], at: {}, hasMore: false, asOf: null, partial: [] });

const keyOf = <Item>(rules: ListRules<Item>, record: Item): string => rules.key?.(record) ?? (record as { id: string }).id;

/** Starts the list again from the first page of an answer. */
export const answered = <Item>(rules: ListRules<Item>, { records, hasMore, position, frames }: Page<Item>): LiveList<Item> => {
  const asOf = position ?? '0';
  const ids = records.map((record) => keyOf(rules, record));
  const list: LiveList<Item> = {
    byId: Object.fromEntries(records.map((record) => [keyOf(rules, record), record])),
    ids,
    at: Object.fromEntries(ids.map((id) => [id, asOf])),
    hasMore,
    asOf,
    partial: [],
  };
  return frames.reduce((now, frame) => applyFrame(rules, now, frame), list);
};

/** Adds a further page to the list: records known from a later position stay. */
export const continued = <Item>(rules: ListRules<Item>, list: LiveList<Item>, page: Page<Item>): LiveList<Item> => {
  const asOf = page.position ?? '0';
  const byId = { ...list.byId };
  const at = { ...list.at };
  const fresh: string[] = [];
  for (const record of page.records) {
    const id = keyOf(rules, record);
    if (!isNewer(asOf, at[id]) && at[id] !== asOf) continue;
    if (!(id in list.byId)) fresh.push(id);
    byId[id] = record;
    at[id] = asOf;
  }
  const joined: LiveList<Item> = { ...list, byId, at, ids: sorted(rules, byId, [...list.ids, ...fresh]), hasMore: page.hasMore };
  return page.frames.reduce((now, frame) => applyFrame(rules, now, frame), joined);
};

/** Applies a push to the list. A frame of another channel, or one that is not newer than what is known, changes nothing. */
export const applyFrame = <Item>(rules: ListRules<Item>, list: LiveList<Item>, frame: PushFrame): LiveList<Item> => {
  if (frame.channel !== rules.channel || list.asOf === null) return list;
  const record = frame.record as Item & { partial?: boolean };
  const id = keyOf(rules, record);
  if (!isNewer(frame.position, list.at[id] ?? list.asOf)) return list;
  if (frame.action === 'delete') return without(list, id);
  if (record.partial) return { ...list, partial: [...list.partial.filter((other) => other !== id), id] };
  if (rules.belongs && !rules.belongs(record)) return without(list, id);
  const known = id in list.byId;
  if (!known && isBeyond(rules, list, record)) return list;
  const byId = { ...list.byId, [id]: record };
  const at = { ...list.at, [id]: frame.position };
  const ids = known ? list.ids : [...list.ids, id];
  return { ...list, byId, at, ids: sorted(rules, byId, ids), partial: list.partial.filter((other) => other !== id) };
};

/** Keeps the first `most` records of the list; the others must be loaded again. */
export const shortened = <Item>(list: LiveList<Item>, most: number): LiveList<Item> => {
  if (list.ids.length <= most) return list;
  const ids = list.ids.slice(0, most);
  const only = <Value>(of: Record<string, Value>) => Object.fromEntries(ids.map((id) => [id, of[id]!]));
  return { ...list, ids, byId: only(list.byId), at: only(list.at), hasMore: true };
};

const without = <Item>(list: LiveList<Item>, id: string): LiveList<Item> => {
  if (!(id in list.byId)) return list;
  const { [id]: _, ...byId } = list.byId;
  const { [id]: __, ...at } = list.at;
  return {
    ...list,
    byId,
    at,
    ids: list.ids.filter((other) => other !== id),
    partial: list.partial.filter((other) => other !== id),
  };
};

/** Whether a record sorts after the last loaded one while there are more to load: its page will include it. */
const isBeyond = <Item>(rules: ListRules<Item>, list: LiveList<Item>, record: Item): boolean => {
  const last = list.byId[list.ids.at(-1) ?? ''];
  return list.hasMore && last !== undefined && (rules.compare ? rules.compare(record, last) > 0 : true);
};

const sorted = <Item>({ compare }: ListRules<Item>, byId: Record<string, Item>, ids: string[]): string[] =>
  compare ? ids.toSorted((a, b) => compare(byId[a]!, byId[b]!)) : ids;
