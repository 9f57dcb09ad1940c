import type { ThreadDay, ThreadItem } from '../message/thread.model.ts';
import { heightOf } from './heights.ts';

type MessageItem = Extract<ThreadItem, { kind: 'message' }>;
/** A separator of two messages: a day, where a ticket began or ended, or the line above new messages. */
export type Aside = Exclude<ThreadItem, { kind: 'message' }> | { kind: 'day'; key: string; at: string };
/** A message, and the separators between it and the next one. `day`: a time of the day to which it belongs. */
export type ThreadRow = { key: string; day: string; item: MessageItem; after: Aside[] };

/**
 * A conversation as rows for virtual rendering. Each row is a message; separators between two messages belong to the upper one, so that
 * older messages added above change no row below them. `head`: the separators above the first message.
 */
export const rowsOf = (days: ThreadDay[]): { head: Aside[]; rows: ThreadRow[] } => {
  const head: Aside[] = [];
  const rows: ThreadRow[] = [];
  for (const day of days) {
    const between = (aside: Aside) => (rows.at(-1)?.after ?? head).push(aside);
    between({ kind: 'day', key: `day ${day.key}`, at: day.at });
    for (const item of day.items)
      if (item.kind === 'message') rows.push({ key: item.key, day: day.at, item, after: [] });
      else between(item);
  }
  return { head, rows };
};

/** Characters per line of a bubble, and heights of a line and of the bubble around it, in pixels: an estimate that rendering corrects. */
const LINE_LETTERS = 60;
const LINE = 21;
const BUBBLE = 24;
const ASIDE = 50;
const QUIET = 22;

export const estimated = ({ item, after }: ThreadRow): number => {
  const text = item.message.isDeleted ? '' : (item.message.body ?? '');
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_LETTERS)), 0);
  const quote = (item.message.quotedMsg ? 50 : 0) + (item.message.context ? 50 : 0);
  return (
    lines * LINE +
    BUBBLE +
    quote +
    (item.joined ? 2 : 12) +
    (item.signature ? 16 : 0) +
    heightOf(item.message) +
    after.reduce((sum, { kind }) => sum + (kind === 'line' ? QUIET : ASIDE), 0)
  );
};
