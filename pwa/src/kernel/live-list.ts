import type { PushChannel, PushFrame } from '@prosa/contracts';
import { isNewer } from './positions.ts';

/**
 * A list that is kept right by pushes (ADR 23): records in order, and as of which position each is known. The law: the
 * answer of a GET plus the frames after it equals the answer of a later GET.
 */
export type LiveList<Item> = {
  byId: Record<string, Item>;
  /** Keys in the list's order. */
  ids: string[];
  /** Position of the last word about each key that is here: of what has gone nothing stays, or a day's pushes would add up. */
  at: Record<string, string>;
  hasMore: boolean;
  /** Position of the answer that the list began with; null before the first. */
  asOf: string | null;
  /** Keys whose frame was too large to carry the record: fetch them. */
  partial: string[];
};

export type ListRules<Item> = {
  channel: PushChannel;
  /** What tells records apart; `id` unless told. */
  key?: (record: Item) => string;
  /** Whether the list shows a record, as far as a screen can tell. Left out: all. */
  belongs?: (record: Item) => boolean;
  /** Order of the list; left out: new ones at the end. */
  compare?: (a: Item, b: Item) => number;
};

/** A page of an answer, with the frames that came after it (`framesAfter`). */
export type Page<Item> = { records: Item[]; hasMore: boolean; position: string | null; frames: PushFrame[] };

export const emptyList = <Item>(): LiveList<Item> => ({ byId: {}, ids: [], at: {}, hasMore: false, asOf: null, partial: [] });

const keyOf = <Item>(rules: ListRules<Item>, record: Item): string => rules.key?.(record) ?? (record as { id: string }).id;

/** The list anew from the first page of an answer. */
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

/** The list with a further page: what is known already of a later position stays. */
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

/** The list after a push. A frame of another channel, or one that is not newer than what is known, changes nothing. */
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

/** The list's first so many records; the others are to be loaded again. */
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

/** Whether a record stands after the last one loaded while more are to load: its page will bring it. */
const isBeyond = <Item>(rules: ListRules<Item>, list: LiveList<Item>, record: Item): boolean => {
  const last = list.byId[list.ids.at(-1) ?? ''];
  return list.hasMore && last !== undefined && (rules.compare ? rules.compare(record, last) > 0 : true);
};

const sorted = <Item>({ compare }: ListRules<Item>, byId: Record<string, Item>, ids: string[]): string[] =>
  compare ? ids.toSorted((a, b) => compare(byId[a]!, byId[b]!)) : ids;
