import { conversationOf, type MessageView, type PushFrame, type TicketLine, ticketLineEmbeds } from '@prosa/contracts';
import { isNewer } from '../../../kernel/calls/positions.ts';
import { applyFrame, continued, emptyList, type ListRules, type LiveList } from '../../../kernel/lists/live-list.ts';

/** What a page says of lines: all between its messages, and up to the messages beside it. */
type PageOfLines = { lines?: TicketLine[] | undefined; position: string | null };

const inOrder = (a: TicketLine, b: TicketLine): number => (a.id === b.id ? 0 : isNewer(a.position, b.position) ? 1 : -1);
const rules: ListRules<TicketLine> = { channel: 'ticketLine', compare: inOrder, embeds: ticketLineEmbeds };

/** Adds the lines of a page. A line never changes, except for names. */
export const withLines = (lines: LiveList<TicketLine>, page: PageOfLines): LiveList<TicketLine> =>
  continued(rules, lines, { records: page.lines ?? [], hasMore: false, position: page.position });

export const linesOfPages = (pages: readonly PageOfLines[]): LiveList<TicketLine> =>
  pages.reduce(withLines, emptyList<TicketLine>());

/** Those of both; a newer answer has newer names. */
export const joinedLines = (before: LiveList<TicketLine>, now: LiveList<TicketLine>): LiveList<TicketLine> => {
  if (before.ids.every((id) => id in now.byId)) return now;
  const byId = { ...before.byId, ...now.byId };
  const ids = Object.keys(byId).sort((a, b) => inOrder(byId[a]!, byId[b]!));
  return { ...now, byId, ids, at: { ...before.at, ...now.at } };
};

/** Applies a push: a line of another conversation is not for this one. */
export const foldLines = (lines: LiveList<TicketLine>, ticketId: string, frame: PushFrame): LiveList<TicketLine> => {
  const { id } = frame.record as { id: string };
  if (frame.channel === 'ticketLine' && conversationOf(id) !== conversationOf(ticketId)) return lines;
  return applyFrame(rules, lines, frame);
};

const made = new WeakMap<LiveList<TicketLine>, { by: LiveList<MessageView>; isPart: boolean; shown: TicketLine[] }>();

/**
 * The lines between these messages, in order; the same array while both are unchanged. Beyond the messages that are loaded there may be lines
 * of which nothing is known, so those that are known are not shown either.
 */
export const linesIn = (lines: LiveList<TicketLine>, messages: LiveList<MessageView>, isPart: boolean): TicketLine[] => {
  const known = made.get(lines);
  if (known?.by === messages && known.isPart === isPart) return known.shown;
  const first = messages.hasMore ? messages.byId[messages.ids[0] ?? '']?.position : undefined;
  const last = isPart ? messages.byId[messages.ids.at(-1) ?? '']?.position : undefined;
  const shown = lines.ids
    .map((id) => lines.byId[id]!)
    .filter(({ position }) => !(first && isNewer(first, position)) && !(last && isNewer(position, last)));
  made.set(lines, { by: messages, isPart, shown });
  return shown;
};
