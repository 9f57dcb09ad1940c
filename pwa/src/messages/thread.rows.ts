import type { ThreadDay, ThreadItem } from './thread.model.ts';

type MessageItem = Extract<ThreadItem, { kind: 'message' }>;
/** What stands between two messages: a day's mark, where a ticket began or ended, what is new. */
export type Aside = Exclude<ThreadItem, { kind: 'message' }> | { kind: 'day'; key: string; at: string };
/** A message, and what stands between it and the next one. `day`: a time of the day that it stands under. */
export type ThreadRow = { key: string; day: string; item: MessageItem; after: Aside[] };

/**
 * A conversation as rows to be drawn as far as they are seen. Each is a message: what stands between two belongs to the upper one, so
 * that older messages that come above change nothing below them. `head` is what stands above the first.
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

/** Letters of a line of a bubble, the height of a line and of a bubble around it, in pixels: a first guess, put right when it is drawn. */
const LINE_LETTERS = 60;
const LINE = 21;
const BUBBLE = 24;
const ASIDE = 50;

export const estimated = ({ item, after }: ThreadRow): number => {
  const text = item.message.isDeleted ? '' : (item.message.body ?? '');
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_LETTERS)), 0);
  const quote = item.message.quotedMsg ? 50 : 0;
  return lines * LINE + BUBBLE + quote + (item.joined ? 2 : 12) + (item.signature ? 16 : 0) + after.length * ASIDE;
};
