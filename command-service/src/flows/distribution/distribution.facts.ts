import {
  type Availability,
  type AvailabilityFact,
  availabilityEvents,
  type ConversationFact,
  conversationEvents as conversation,
  type PresenceFact,
  presenceEvents,
  type QueueFact,
  queueEvents,
  type SessionFact,
  sessionEvents,
  type UserFact,
  userEvents,
} from '@prosa/contracts';

/** An unfinished ticket, as the distribution needs it. Who has no user waits, unless the customer is at a menu. */
export type TicketRow = {
  id: string;
  companyId: string;
  queueId: string | null;
  userId: string | null;
  atMenu: boolean;
  snoozed: boolean;
  /** Since when it waits, or is somebody's, and the event since which it does. */
  since: Date;
  armedBy: string;
  /** Who gave it back: they are not given it again in this wait. */
  notFor: string | null;
};

/** Somebody who may be given tickets. `givenAt`: when they got one last. */
export type PersonRow = {
  id: string;
  companyId: string;
  online: boolean;
  idle: boolean;
  signedIn: boolean;
  availability: Availability;
  givenAt: Date | null;
};

export type DistributionFact = ConversationFact | PresenceFact | AvailabilityFact | SessionFact | QueueFact | UserFact;

/** The events after which a ticket may go to somebody, or somebody may get one. */
export const distributionEvents = [
  conversation.TicketOpened,
  conversation.TicketReopened,
  conversation.TicketAccepted,
  conversation.TicketReturned,
  conversation.TicketTransferred,
  conversation.TicketQueued,
  conversation.TicketLeftQueue,
  conversation.TicketClosed,
  conversation.TicketDeleted,
  conversation.ClosingUndone,
  conversation.TicketSnoozed,
  conversation.TicketWoken,
  conversation.MenuShown,
  conversation.MenuLeft,
  presenceEvents.UserCameOnline,
  presenceEvents.UserWentOffline,
  presenceEvents.UserWentIdle,
  presenceEvents.UserCameBack,
  availabilityEvents.AvailabilityChosen,
  sessionEvents.UserSignedIn,
  sessionEvents.UserSignedOut,
  sessionEvents.SessionEnded,
  queueEvents.QueueCreated,
  queueEvents.QueueChanged,
  userEvents.UserCreated,
  userEvents.UserChanged,
] as const;

/** The id of the ticket that an event changes here; null: none. */
export const ticketIn = ({ data }: DistributionFact): string | null => ('ticketId' in data ? data.ticketId : null);

/** The id of the person whom an event changes here; null: nobody. */
export const personIn = ({ type, data }: DistributionFact): string | null => {
  switch (type) {
    case 'UserCameOnline':
    case 'UserWentOffline':
    case 'UserWentIdle':
    case 'UserCameBack':
    case 'AvailabilityChosen':
    case 'UserSignedIn':
    case 'UserSignedOut':
    case 'SessionEnded':
      return data.userId;
    case 'TicketAccepted':
      return data.distributed ? data.userId : null;
    default:
      return null;
  }
};

/** The ticket after an event; null: it is not, or no longer, unfinished. */
export const ticketAfter = (row: TicketRow | null, { type, data, meta }: DistributionFact): TicketRow | null => {
  const since = {
    since: meta.at,
    armedBy: meta.eventId,
    notFor: meta.actor.kind === 'user' ? meta.actor.id : null,
  };
  switch (type) {
    case 'TicketOpened':
    case 'TicketReopened': {
      const { ticketId: id, queueId, userId } = data;
      return { id, companyId: meta.companyId, queueId, userId, atMenu: false, snoozed: false, ...since };
    }
    case 'ClosingUndone': {
      const { ticketId: id, queueId, userId, snoozedUntil } = data;
      return { id, companyId: meta.companyId, queueId, userId, atMenu: false, snoozed: snoozedUntil !== null, ...since };
    }
    case 'TicketClosed':
    case 'TicketDeleted':
      return null;
  }
  if (!row) return null;
  switch (type) {
    case 'TicketAccepted':
      return { ...row, userId: data.userId, atMenu: false };
    case 'TicketReturned':
      return { ...row, userId: null, snoozed: false, ...since };
    case 'TicketTransferred':
      return { ...row, queueId: data.queueId, userId: data.userId, atMenu: false, snoozed: false, ...since };
    case 'TicketQueued':
      return { ...row, queueId: data.queueId, ...since };
    case 'TicketLeftQueue':
      return { ...row, queueId: null };
    case 'MenuShown':
      return { ...row, atMenu: true };
    case 'MenuLeft':
      return { ...row, atMenu: false, ...since };
    case 'TicketSnoozed':
    case 'TicketWoken':
      return { ...row, snoozed: type === 'TicketSnoozed' };
    default:
      return row;
  }
};

const nobody = { online: false, idle: false, signedIn: false, availability: 'available' as Availability, givenAt: null };

/** The person after an event. */
export const personAfter = (row: PersonRow | null, fact: DistributionFact): PersonRow | null => {
  const id = personIn(fact);
  if (id === null) return row;
  const before = row ?? { id, companyId: fact.meta.companyId, ...nobody };
  switch (fact.type) {
    case 'UserCameOnline':
    case 'UserCameBack':
      return { ...before, online: true, idle: false };
    case 'UserWentIdle':
      return { ...before, online: true, idle: true };
    case 'UserWentOffline':
      return { ...before, online: false, idle: false };
    case 'AvailabilityChosen':
      return { ...before, availability: fact.data.availability };
    case 'UserSignedIn':
      return { ...before, signedIn: true };
    case 'UserSignedOut':
    case 'SessionEnded':
      return { ...before, signedIn: false };
    case 'TicketAccepted':
      return { ...before, givenAt: fact.meta.at };
    default:
      return before;
  }
};
