import type { ConversationFact, LineKind, MediaFailure, OfCampaign, TicketStatus, Unstored } from '@prosa/contracts';
import type { Repeated } from './repeated.ts';

export type ConversationEvent = Unstored<ConversationFact>;

/** The envelope of each command. `key`: the conversation's; ids of new tickets and messages are derived from it and the command's id. */
export type Envelope = { key: string; commandId: string };

/**
 * A ticket as the rules need it. `readUpTo` is the `seq` of the newest message that counts as read; `wasReadUpTo`, while the ticket is marked
 * as unread, what it was before.
 */
export type TicketBrief = {
  id: string;
  protocol: string;
  status: TicketStatus;
  queueId: string | null;
  userId: string | null;
  tagIds: readonly string[];
  readUpTo: number;
  wasReadUpTo?: number | undefined;
  /** Until when it is snoozed, in milliseconds since 1970. */
  snoozedUntil?: number | undefined;
  /** How a user handed it over last, and what has become of it since. */
  handed?: Handed | undefined;
  /** To whom something is new in it until they open it: they were named in an observation, or somebody else gave it to them. */
  newTo?: readonly string[];
};

/**
 * A transfer or return by a user: `at` in milliseconds since 1970, whose it was and in which queue, and who had handed it over before, the
 * newest first. `since`: whether somebody has answered since, or it has moved on.
 */
export type Handed = {
  by: string;
  at: number;
  userId: string | null;
  queueId: string | null;
  earlier: readonly string[];
  since: 'answered' | 'moved' | null;
};

/**
 * A closing that `closedBy` can undo until a time, in milliseconds since 1970; `waits`: its closing message leaves later, with the rating
 * request or without it. The ticket was served by `userId`, and snoozed.
 */
export type ClosingBrief = {
  ticketId: string;
  until: number;
  closedBy: string | null;
  userId: string | null;
  snoozedUntil: string | null;
  waits: 'all' | 'unrated' | null;
};

/** A message as the rules need it. `from`: a customer, us (outgoing), the team (an observation), or our phone. `at` in milliseconds since 1970. */
export type MessageBrief = {
  /** Null if it was sent outside of any ticket. */
  ticketId: string | null;
  from: 'customer' | 'us' | 'team' | 'phone';
  /** The revision of the event that created it, which also orders the messages. */
  seq: number;
  at: number;
  ack: number;
  attempt: number;
  state: 'failed' | 'unsure' | null;
  deleted: boolean;
  clientId: string | null;
  /** It may be sent at any time. */
  isTemplate?: true;
  /** Nobody was there when it was sent. */
  isAutomatic?: true;
  isCampaign?: true;
  /** For a customer's message with a file: the revision of the event that records the stored file, null before that. */
  storedAt?: number | null;
  /** The revision of the event that brought what could not be read before. */
  filledAt?: number;
  /** In a group, the contact who wrote it. */
  authorId?: string;
  /** When its text was changed last, by the channel's time; milliseconds since 1970. */
  editedAt?: number;
};

/** A customer's file that is not here yet: fetched the nth time, or given up for a reason. `seq`: the revision of its message's event. */
export type FileBrief = { ticketId: string; seq: number; attempt: number; failed: MediaFailure | null };

/** A message that could not be read yet, and the line in its place. */
export type LineBrief = { ticketId: string; line: LineKind };

/**
 * The step of the menu at which the customer is: its queue and the option above (null: the queues, or the top of the queue's menu), and the
 * choices as they were shown. `wrong`: how many answers in a row were not understood. `at` in milliseconds since 1970.
 */
export type MenuBrief = {
  ticketId: string;
  queueId: string | null;
  parentId: string | null;
  choices: readonly { digit: string; id: string }[];
  wrong: number;
  at: number;
};

/** The last message of a campaign, and whether the customer has answered it. `at` in milliseconds since 1970. */
export type CampaignBrief = { messageId: string; of: OfCampaign; at: number; isAnswered: boolean };

/**
 * The state of one conversation that the rules of several concerns share. Bounded in size, and without personal data (decision
 * 6), as are the parts that a concern has for itself.
 */
export type ConversationState = {
  started: { connectionId: string; contactId: string } | null;
  channel: string;
  tickets: Map<string, TicketBrief>;
  /** The one ticket that is not closed. */
  unfinished: string | null;
  /** The last ticket if its customer was asked for a rating and has not answered; `at` in milliseconds since 1970. */
  ratingAsked: { ticketId: string; at: number } | null;
  /** The last closing that could be undone, until it is certain. */
  closing: ClosingBrief | null;
  /** The last ticket if its customer has rated it and nothing else was said since; `at` by the channel's time, in milliseconds since 1970. */
  ratingGiven: { ticketId: string; at: number } | null;
  /** The last message of somebody of ours in a ticket, while it is the customer's turn and they have not answered. */
  unanswered: { ticketId: string; messageId: string; at: number; failed: boolean } | null;
  /** When the customer wrote last, by the channel's time; milliseconds since 1970, null: never. */
  customerAt: number | null;
  menu: MenuBrief | null;
  campaign: CampaignBrief | null;
  /** When the newest automatic answers to the customer were sent, and the newest one that said that it is closed. */
  automaticAt: readonly number[];
  outOfHoursAt: number | null;
  /** The customer's last text as a number, how many times they wrote it in a row, and when. */
  repeated: Repeated | null;
  /** The newest messages, oldest first. */
  messages: Map<string, MessageBrief>;
  /** Unread messages of the last ticket that are older than `messages`, so that it can be read from its beginning. */
  olderUnread: Map<string, Pick<MessageBrief, 'ticketId' | 'seq'>>;
  /** By message, the newest ones: a fetch may take an hour, so its message must stay known however much is written meanwhile. */
  files: Map<string, FileBrief>;
  /**
   * By message, the newest ones: a release that can read it may come a month later, so its message must stay known however much is written
   * meanwhile.
   */
  lines: Map<string, LineBrief>;
  /** When a person's last reaction to a message was made or withdrawn, by the channel's time: `reactionKey`, the newest ones. */
  reactedAt: Map<string, number>;
  /** The sources that the customer came from, the newest ones, each with the ticket in which they named it first. */
  leads: Map<string, string>;
  /** Total number of messages. */
  count: number;
  /** The conversation that receives everything except acks since the contact was merged. */
  continuedIn: string | null;
  /** The contact was forgotten: nothing of theirs is written here any more. */
  isForgotten: boolean;
};
