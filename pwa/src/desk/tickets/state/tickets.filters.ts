import {
  sees,
  soughtNumbers,
  type TicketNews,
  type TicketSort,
  type TicketStatus,
  type TicketView,
  type TicketWait,
  type Viewer,
} from '@prosa/contracts';
import { hasWords, searchable } from '../../../kernel/i18n/searchable.ts';

/** The lists that tabs show. */
export type TabListName = 'open' | 'pending' | 'closed' | 'search';
/**
 * The lists of the bell: own open tickets that are unread, those whose customer waits for an answer, unread pending ones, and those in which
 * something is new to the user.
 */
export type BellListName = 'unreadOwn' | 'lateOwn' | 'unreadPending' | 'news';
export type ListName = TabListName | BellListName;
export const bellListNames: BellListName[] = ['unreadOwn', 'lateOwn', 'unreadPending', 'news'];
export const listNames: ListName[] = ['open', 'pending', 'closed', 'search', ...bellListNames];

/** Means "without a queue" in `queueIds`, here and in `GET /tickets`. */
export const NO_QUEUE = 'none';

/** The tickets that a list shows, among those that the server lets the user see. */
export type ListFilter = {
  /** null: every status. */
  status: TicketStatus | null;
  /** Only those with unread messages. */
  unread: boolean;
  /** Set for an administrator who chose not to see all tickets: limits the list to what an ordinary user would see. */
  narrowedTo: Viewer | null;
  /** null: every queue. */
  queueIds: string[] | null;
  text: string;
  tagIds: string[];
  userIds: string[];
  sort: TicketSort;
  /** Only those whose customer waits for an answer. */
  unanswered: boolean;
  /** Only those that are late, or near their limit: the server's clock decides. */
  wait: TicketWait | null;
  /** Only snoozed ones, or (false) none of them; null: all. */
  snoozed: boolean | null;
  /** Only those in which this is new to the user; null: all. */
  news: { of: TicketNews; userId: string } | null;
};

export const everyTicket: ListFilter = {
  status: null,
  unread: false,
  narrowedTo: null,
  queueIds: null,
  text: '',
  tagIds: [],
  userIds: [],
  sort: 'newest',
  unanswered: false,
  wait: null,
  snoozed: null,
  news: null,
};

/** Converts the filter to the query of `GET /tickets`. */
export const queryOf = ({
  status,
  unread,
  narrowedTo,
  queueIds,
  text,
  tagIds,
  userIds,
  sort,
  unanswered,
  wait,
  snoozed,
  news,
}: ListFilter) => ({
  ...(status ? { status } : {}),
  ...(unread ? { withUnreadMessages: true } : {}),
  ...(narrowedTo ? { showAll: false } : {}),
  ...(queueIds ? { queueIds } : {}),
  ...(tagIds.length > 0 ? { tags: tagIds } : {}),
  ...(userIds.length > 0 ? { users: userIds } : {}),
  ...(text.trim() ? { searchParam: text.trim() } : {}),
  ...(sort === 'newest' ? {} : { sort }),
  ...(unanswered ? { unanswered } : {}),
  ...(wait ? { wait } : {}),
  ...(snoozed === null ? {} : { snoozed }),
  ...(news ? { news: news.of } : {}),
});

type Judged = Pick<
  TicketView,
  | 'status'
  | 'queueId'
  | 'userId'
  | 'unreadMessages'
  | 'tags'
  | 'contact'
  | 'protocol'
  | 'lastMessage'
  | 'waitingSince'
  | 'snoozedUntil'
  | 'mentions'
  | 'handedTo'
>;

/** Whether a filter shows a ticket; null if only the server can tell, because its search reads data that is not in the record. */
export const judge = (filter: ListFilter, ticket: Judged): boolean | null => {
  const { status, unread, narrowedTo, queueIds, text, tagIds, userIds, unanswered, wait, snoozed, news } = filter;
  const isSnoozed = ticket.snoozedUntil !== null;
  const fits =
    (status === null || ticket.status === status) &&
    (!unread || ticket.unreadMessages > 0) &&
    (snoozed === null || snoozed === isSnoozed) &&
    (news === null || (news.of === 'any' && ticket.handedTo === news.userId) || mentionOf(ticket, news.userId) !== undefined) &&
    (!(unanswered || wait) || (ticket.waitingSince !== null && !isSnoozed)) &&
    (narrowedTo === null || isSeen(narrowedTo, ticket)) &&
    (queueIds === null || queueIds.includes(ticket.queueId ?? NO_QUEUE)) &&
    tagIds.every((id) => ticket.tags.some((tag) => tag.id === id)) &&
    (userIds.length === 0 || (ticket.userId !== null && userIds.includes(ticket.userId)));
  if (fits && wait) return null;
  if (!fits || text.trim() === '') return fits;
  return matches(text.trim(), ticket) ? true : null;
};

/** The observation that names a user and is new to them; undefined if there is none. */
export const mentionOf = (
  { mentions }: Pick<TicketView, 'mentions'>,
  userId: string,
): TicketView['mentions'][number] | undefined => mentions.find((one) => one.userId === userId);

/** Whether an ordinary user sees a ticket. */
export const isSeen = (viewer: Viewer, ticket: Pick<TicketView, 'queueId' | 'userId' | 'status'>): boolean =>
  sees({ ...viewer, profile: 'user' }, ticket);

const matches = (text: string, { contact, protocol, lastMessage }: Judged): boolean =>
  hasWords(contact.name ?? '', text) ||
  [text, ...soughtNumbers(text)].some((sought) => (contact.number ?? '').includes(sought)) ||
  protocol === text ||
  searchable(lastMessage).includes(searchable(text));
