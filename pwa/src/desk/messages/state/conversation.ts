import { conversationOf, type MessageView, messageEmbeds, type PushFrame, type TicketLine, type Unread } from '@prosa/contracts';
import type { Failure } from '../../../kernel/calls/api-error.ts';
import { isNewer } from '../../../kernel/calls/positions.ts';
import {
  answered,
  applyFrame,
  continued,
  embedding,
  emptyList,
  type ListRules,
  type LiveList,
  only,
  type Page,
} from '../../../kernel/lists/live-list.ts';
import { foldLines, joinedLines, linesIn, linesOfPages, withLines } from './lines.ts';

/** A ticket's messages, oldest first, with those of the older tickets of the same conversation, as far back as was scrolled. */
export type Conversation = {
  status: 'loading' | 'ready' | 'older' | 'newer' | 'failed';
  failure: Failure | null;
  /** The messages up to the newest. `hasMore`: there are older ones. */
  live: LiveList<MessageView>;
  /** A push could not be applied locally: the conversation must be fetched again. */
  stale: boolean;
  /**
   * The part shown instead of `live` while the user reads messages older than `live` contains: it ends before the newest message. Pushes of
   * newer messages are applied only to `live`, until a page joins the two.
   */
  part: LiveList<MessageView> | null;
  /** The conversation was opened and no answer has arrived since. */
  opening: boolean;
  /** The message to scroll to. `away`: it could not be fetched. `first`: it was requested when the conversation was opened. */
  sought: { messageId: string; state: 'seeking' | 'here' | 'away'; first: boolean } | null;
  /** The unread messages when it was opened, as the first answer told; null also while a message is sought, which is shown instead. */
  unread: Unread | null;
  /** What was done with its tickets, as far as a page or a push told; more than what is shown. */
  lines: LiveList<TicketLine>;
};

/** A page as answered by `GET /messages/:ticketId`: in order, oldest first. */
export type MessagePage = Omit<Page<MessageView>, 'frames'> & {
  hasNewer?: boolean;
  unread?: Unread | null;
  lines?: TicketLine[];
};

export const emptyConversation = (): Conversation => ({
  status: 'loading',
  failure: null,
  live: emptyList(),
  stale: false,
  part: null,
  opening: false,
  sought: null,
  unread: null,
  lines: emptyList(),
});

/** The list that the screen shows. */
export const shownOf = ({ part, live }: Conversation): LiveList<MessageView> => part ?? live;

const inOrder = (a: MessageView, b: MessageView): number => (a.id === b.id ? 0 : isNewer(a.position, b.position) ? 1 : -1);
const rules: ListRules<MessageView> = { channel: 'appMessage', compare: inOrder, embeds: messageEmbeds };

/** Builds the conversation from its pages, newest page first, and the pushes after the first answer. */
export const withMessages = (ticketId: string, pages: MessagePage[], frames: PushFrame[]): Conversation => {
  const live = pages.reduce((now, page) => continued(rules, now, page), emptyList<MessageView>());
  const fresh: Conversation = { ...emptyConversation(), status: 'ready', live, lines: linesOfPages(pages) };
  return frames.reduce((now, frame) => foldMessages(now, ticketId, frame), fresh);
};

/** Adds the next older page to the shown list. */
export const withOlder = (conversation: Conversation, ticketId: string, page: MessagePage, frames: PushFrame[]): Conversation => {
  const longer = continued(rules, shownOf(conversation), page);
  const shown = conversation.part ? { part: longer } : { live: longer };
  const now: Conversation = { ...conversation, status: 'ready', ...shown, lines: withLines(conversation.lines, page) };
  return frames.reduce((before, frame) => foldMessages(before, ticketId, frame), now);
};

/** Moves the conversation to another place: a page around a message, and the pages that follow it. */
export const withPart = (
  conversation: Conversation,
  ticketId: string,
  pages: MessagePage[],
  frames: PushFrame[],
): Conversation => {
  const [first, ...newer] = pages as [MessagePage, ...MessagePage[]];
  const part = newer.reduce(longerBy, answered(rules, first));
  const lines = pages.reduce(withLines, conversation.lines);
  return placed({ ...conversation, lines }, ticketId, part, pages.at(-1)!, frames);
};

/** Adds the next newer page to the part. */
export const withNewer = (conversation: Conversation, ticketId: string, page: MessagePage, frames: PushFrame[]): Conversation =>
  conversation.part
    ? placed(
        { ...conversation, lines: withLines(conversation.lines, page) },
        ticketId,
        longerBy(conversation.part, page),
        page,
        frames,
      )
    : conversation;

const longerBy = (part: LiveList<MessageView>, page: MessagePage): LiveList<MessageView> =>
  continued(rules, part, { ...page, hasMore: part.hasMore });

/** Stores the part; a part that reaches the newest messages is joined with `live`. */
const placed = (
  conversation: Conversation,
  ticketId: string,
  part: LiveList<MessageView>,
  last: MessagePage,
  frames: PushFrame[],
): Conversation => {
  const { live } = conversation;
  const reaches = !last.hasNewer || last.records.some(({ id }) => id in live.byId);
  const ready: Conversation = { ...conversation, status: 'ready', failure: null };
  const now = reaches ? { ...ready, live: joined(part, live), part: null } : { ...ready, part };
  return frames.reduce((before, frame) => foldMessages(before, ticketId, frame), now);
};

const joined = (part: LiveList<MessageView>, live: LiveList<MessageView>): LiveList<MessageView> => {
  if (live.asOf === null) return part;
  const byId = { ...live.byId };
  const at = { ...live.at };
  for (const id of part.ids)
    if (!(id in byId) || isNewer(part.at[id]!, at[id])) {
      byId[id] = part.byId[id]!;
      at[id] = part.at[id]!;
    }
  const ids = Object.keys(byId).sort((a, b) => inOrder(byId[a]!, byId[b]!));
  // Neither answer contains what arrived between them; its pushes are newer than the older answer.
  const asOf = isNewer(live.asOf, part.asOf ?? undefined) ? part.asOf : live.asOf;
  return { ...live, byId, at, ids, asOf, hasMore: (part.ids[0] ?? '') in live.byId ? live.hasMore : part.hasMore };
};

/** Returns the conversation at its newest messages, without a part. */
export const atNewest = (conversation: Conversation): Conversation =>
  conversation.part ? { ...conversation, part: null } : conversation;

/** Only its newest messages; the older ones are loaded again. */
export const newestOf = ({ live, lines }: Conversation, most: number): Conversation => {
  const newest = only(live, live.ids.slice(-most));
  const shown = linesIn(lines, newest, false).map(({ id }) => id);
  return { ...emptyConversation(), status: 'ready', live: newest, lines: only(lines, shown) };
};

/** The lines between the messages that the screen shows, in order. */
export const shownLinesOf = (conversation: Conversation): TicketLine[] =>
  linesIn(conversation.lines, shownOf(conversation), conversation.part !== null);

/** The same conversation with the lines that were known before. */
export const keepingLines = (conversation: Conversation, before: Conversation): Conversation => ({
  ...conversation,
  lines: joinedLines(before.lines, conversation.lines),
});

/** Applies a push; returns the same object if nothing changed. */
export const foldMessages = (conversation: Conversation, ticketId: string, frame: PushFrame): Conversation => {
  const live = foldList(conversation.live, ticketId, frame, false);
  const part = conversation.part && foldList(conversation.part, ticketId, frame, true);
  const stale = conversation.stale || live === 'stale' || part === 'stale';
  const after = {
    live: live === 'stale' ? conversation.live : live,
    part: part === 'stale' ? conversation.part : part,
    lines: foldLines(conversation.lines, ticketId, frame),
    stale,
  };
  const isSame =
    after.live === conversation.live &&
    after.part === conversation.part &&
    after.lines === conversation.lines &&
    stale === conversation.stale;
  return isSame ? conversation : { ...conversation, ...after };
};

/** Returns `stale` if the effect of the push cannot be known here. */
const foldList = (
  list: LiveList<MessageView>,
  ticketId: string,
  frame: PushFrame,
  isPart: boolean,
): LiveList<MessageView> | 'stale' => {
  const message = frame.record as MessageView & { partial?: boolean };
  if (list.asOf === null || frame.channel !== 'appMessage') return applyFrame(rules, list, frame);
  const isKnown = message.id in list.byId;
  if (!isKnown && (frame.action === 'delete' || conversationOf(message.id) !== conversationOf(ticketId))) return list;
  if (message.partial) return 'stale';
  if (!isKnown && isUnloaded(list, message, isPart)) return embedding(rules, list, frame);
  // The message is of a ticket with no messages here: an older one that was reopened is shown, a newer one is not. The server knows which.
  return isKnown || isOfTicketHere(list, ticketId, message) ? applyFrame(rules, list, frame) : 'stale';
};

/** Whether the message is older than the oldest loaded one, or newer than the newest of a part: its page will contain it. */
const isUnloaded = ({ ids, byId, hasMore }: LiveList<MessageView>, { position }: MessageView, isPart: boolean): boolean => {
  const oldest = byId[ids[0] ?? ''];
  const newest = byId[ids.at(-1) ?? ''];
  if (isPart && newest !== undefined && isNewer(position, newest.position)) return true;
  return hasMore && oldest !== undefined && isNewer(oldest.position, position);
};

const isOfTicketHere = ({ ids, byId }: LiveList<MessageView>, ticketId: string, message: MessageView): boolean =>
  // A message sent outside of any ticket may follow a newer ticket.
  message.ticketId !== null && (message.ticketId === ticketId || ids.some((id) => byId[id]!.ticketId === message.ticketId));
