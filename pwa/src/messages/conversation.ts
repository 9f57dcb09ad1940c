import { conversationOf, embedded, type MessageView, messageEmbeds, type PushFrame, pushedBy } from '@prosa/contracts';
import type { Failure } from '../kernel/api-error.ts';
import { answered, applyFrame, continued, emptyList, type ListRules, type LiveList } from '../kernel/live-list.ts';
import { isNewer } from '../kernel/positions.ts';

/** A ticket's messages, oldest first, with those of the older tickets of the same conversation, as far back as was scrolled. */
export type Conversation = {
  status: 'loading' | 'ready' | 'older' | 'failed';
  failure: Failure | null;
  /** `hasMore`: there are older ones. */
  live: LiveList<MessageView>;
  /** A push could not be judged here: fetch anew. */
  stale: boolean;
};

/** A page as `GET /messages/:ticketId` answered it: in order, oldest first. */
export type MessagePage = { records: MessageView[]; hasMore: boolean; position: string | null };

export const emptyConversation = (): Conversation => ({ status: 'loading', failure: null, live: emptyList(), stale: false });

const inOrder = (a: MessageView, b: MessageView): number => (a.id === b.id ? 0 : isNewer(a.position, b.position) ? 1 : -1);
const rules: ListRules<MessageView> = { channel: 'appMessage', compare: inOrder };

/** The conversation anew from its pages, newest page first, and the pushes after the first answer. */
export const withMessages = (ticketId: string, pages: MessagePage[], frames: PushFrame[]): Conversation => {
  const [first, ...older] = pages as [MessagePage, ...MessagePage[]];
  const live = older.reduce(
    (now, page) => continued(rules, now, { ...page, frames: [] }),
    answered(rules, { ...first, frames: [] }),
  );
  const fresh: Conversation = { ...emptyConversation(), status: 'ready', live };
  return frames.reduce((now, frame) => foldMessages(now, ticketId, frame), fresh);
};

/** The conversation with its next older page. */
export const withOlder = (conversation: Conversation, ticketId: string, page: MessagePage, frames: PushFrame[]): Conversation => {
  const live = continued(rules, conversation.live, { ...page, frames: [] });
  const longer: Conversation = { ...conversation, status: 'ready', live };
  return frames.reduce((now, frame) => foldMessages(now, ticketId, frame), longer);
};

/** Its newest messages alone; the older ones are to be loaded again. */
export const newestOf = (conversation: Conversation, most: number): Conversation => {
  const { live } = conversation;
  const ids = live.ids.slice(-most);
  const only = <Value>(of: Record<string, Value>) => Object.fromEntries(ids.map((id) => [id, of[id]!]));
  const hasMore = live.hasMore || ids.length < live.ids.length;
  return { ...emptyConversation(), status: 'ready', live: { ...live, ids, byId: only(live.byId), at: only(live.at), hasMore } };
};

/** The conversation after a push. The same object where it changes nothing. */
export const foldMessages = (conversation: Conversation, ticketId: string, frame: PushFrame): Conversation => {
  if (conversation.live.asOf === null) return conversation;
  switch (frame.channel) {
    case 'appMessage':
      return foldMessage(conversation, ticketId, frame);
    default:
      return embedding(conversation, frame);
  }
};

const foldMessage = (conversation: Conversation, ticketId: string, frame: PushFrame): Conversation => {
  const { live } = conversation;
  const message = frame.record as MessageView & { partial?: boolean };
  if (!(message.id in live.byId)) {
    if (frame.action === 'delete' || conversationOf(message.id) !== conversationOf(ticketId)) return conversation;
    if (message.partial) return { ...conversation, stale: true };
    if (isUnloaded(live, message)) return conversation;
    // Of another ticket than those here: an older one that was reopened shows here, a newer one does not. The server knows.
    if (!isOfTicketHere(live, ticketId, message)) return { ...conversation, stale: true };
  } else if (message.partial) return { ...conversation, stale: true };
  const whole = { ...live, hasMore: false };
  const after = applyFrame(rules, whole, frame);
  if (after === whole) return conversation;
  return embedding({ ...conversation, live: { ...after, hasMore: live.hasMore } }, frame);
};

/** Whether it stands before the oldest one loaded: its page will bring it. */
const isUnloaded = ({ ids, byId, hasMore }: LiveList<MessageView>, { position }: MessageView): boolean => {
  const oldest = byId[ids[0] ?? ''];
  return hasMore && oldest !== undefined && isNewer(oldest.position, position);
};
const isOfTicketHere = ({ ids, byId }: LiveList<MessageView>, ticketId: string, message: MessageView): boolean =>
  message.ticketId === ticketId || ids.some((id) => byId[id]!.ticketId === message.ticketId);

/** The messages in which what was pushed stands. */
const embedding = (conversation: Conversation, frame: PushFrame): Conversation => {
  const pushed = pushedBy(frame);
  if (!pushed || !messageEmbeds[pushed.channel]) return conversation;
  const { byId } = conversation.live;
  return eachMessage(conversation, frame, (message) => embedded(messageEmbeds, message, pushed, (id) => byId[id]));
};

type Change = (message: MessageView) => MessageView;
const eachMessage = (conversation: Conversation, { position }: PushFrame, change: Change): Conversation => {
  const { live } = conversation;
  let byId = live.byId;
  for (const id of live.ids) {
    const before = live.byId[id]!;
    const after = change(before);
    if (after === before || !isNewer(position, live.at[id])) continue;
    if (byId === live.byId) byId = { ...byId };
    byId[id] = after;
  }
  return byId === live.byId ? conversation : { ...conversation, live: { ...live, byId } };
};
