import type { Profile } from './manifest.ts';
import { EVERYONE } from './platform.ts';

/** The facts that determine the tickets that a user may see. `seesGrey` is the company's VerFilaCinza. */
export type Viewer = { userId: string; profile: Profile; queueIds: readonly string[]; seesGrey: boolean };
export type Seen = { queueId: string | null; userId: string | null; status: 'pending' | 'open' | 'closed' };

/** Whether somebody sees every ticket of their company, whatever its queue: administrators and auditors. */
export const seesAll = ({ profile }: Pick<Viewer, 'profile'>): boolean => profile === 'admin' || profile === 'auditor';

/** Whether somebody may get tickets: auditors never do. */
export const servesTickets = ({ profile }: Pick<Viewer, 'profile'>): boolean => profile !== 'auditor';

/** Whether a user sees a ticket: the single rule for commands, queries and pushes (decision 17). */
export const sees = (viewer: Viewer, ticket: Seen): boolean =>
  seesAll(viewer) ||
  (ticket.queueId !== null && viewer.queueIds.includes(ticket.queueId)) ||
  ticket.userId === viewer.userId ||
  (viewer.seesGrey && (ticket.queueId === null || ticket.status === 'closed'));

/**
 * The rooms of those who may read all that is the company's: `admins` alone also hears secrets, such as the QR codes of connections, API
 * keys and invoices.
 */
export const overseersOf = (companyId: string): string[] => [`admins:${companyId}`, `auditors:${companyId}`];

/** The room of a person's chats: auditors are in none, also if they took part in chats before. */
export const roomOfChats = (userId: string): string => `chats:${userId}`;

/**
 * Whether who reads a ticket's conversation looks at the work of others, which is stored (`looks` of a route): they may read it by their
 * profile alone, for they neither serve the ticket nor its queue. The programs of API keys (`scopes`) serve nobody: each of their reads is
 * one, because an administrator who makes a key could read by it unnoticed.
 */
export const isOthersWork = (viewer: Viewer & { scopes?: readonly string[] | undefined }, ticket: Seen): boolean =>
  viewer.scopes !== undefined || !sees({ ...viewer, profile: 'user' }, ticket);

/** The rooms that get the pushes of a ticket (and its messages). A user in one of them sees the ticket; a user in none does not. */
export const roomsOfTicket = (companyId: string, ticket: Seen): string[] => [
  ...overseersOf(companyId),
  `queue:${companyId}:${ticket.queueId ?? 'none'}`,
  ...(ticket.userId ? [`user:${ticket.userId}`] : []),
  ...(ticket.status === 'closed' ? [`closed:${companyId}`] : []),
];

/** The rooms of a user: derived from their row, never from what a client requests. */
export const roomsOfUser = (companyId: string, viewer: Viewer): string[] => [
  EVERYONE,
  `company:${companyId}`,
  `user:${viewer.userId}`,
  ...(viewer.profile === 'admin' ? [`admins:${companyId}`] : []),
  ...(viewer.profile === 'auditor' ? [`auditors:${companyId}`] : [roomOfChats(viewer.userId)]),
  // Supervisors work on the board, too, and auditors look at it.
  ...(viewer.profile === 'user' ? [] : [`board:${companyId}`]),
  ...viewer.queueIds.map((queueId) => `queue:${companyId}:${queueId}`),
  ...(viewer.seesGrey ? [`queue:${companyId}:none`, `closed:${companyId}`] : []),
];
