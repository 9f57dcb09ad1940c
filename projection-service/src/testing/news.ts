import {
  type Actor,
  type Availability,
  availabilityEvents,
  type Cards,
  type ChannelName,
  childId,
  companyEvents,
  connectionEvents,
  contactEvents,
  conversationEvents,
  conversationKey,
  conversationStream,
  type EndReason,
  type EventType,
  type Fact,
  type MediaAnnounced,
  type MediaFacts,
  type Profile,
  presenceEvents,
  type QueueView,
  queueEvents,
  sessionEvents,
  tags,
  twoStepEvents,
  userEvents,
} from '@prosa/contracts';
import type { z } from 'zod';
import { someMeta } from './fold.ts';

/** An event to be written, with its metadata. */
export type News = {
  stream: string;
  type: string;
  data: Record<string, unknown>;
  companyId: string;
  actor: Actor;
  at: Date;
  /** The contact whose key encrypts the texts of a conversation. */
  contactId?: string;
};
type More = { by?: Actor; at?: string };

/** A UUID that is easy to recognise. */
export const uuid = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const asUser = (id: string): Actor => ({ kind: 'user', id });

/** Events of a company, one minute apart from `start` on; `take` returns the collected events and clears them. */
export const chronicle = (companyId: string, start = '2026-03-01T12:00:00.000Z') => {
  let news: News[] = [];
  let clock = Date.parse(start);
  const tell = <E extends EventType>(
    stream: string,
    event: E,
    data: z.input<E['data']>,
    more: More & { contactId?: string } = {},
  ) => {
    const { by = { kind: 'system', id: 'prosa' }, at, contactId } = more;
    clock = at ? Date.parse(at) : clock + 60_000;
    news.push({
      stream,
      type: event.type,
      data: event.data.parse(data),
      companyId,
      actor: by,
      at: new Date(clock),
      ...(contactId && { contactId }),
    });
  };
  const one = {
    companyId,
    tell,
    take: (): News[] => {
      const all = news;
      news = [];
      return all;
    },
    company: (more: { timeZone?: string; tagForce?: boolean } = {}) =>
      tell(`company-${companyId}`, companyEvents.CompanyRegistered, {
        companyId,
        name: 'Loja da Praça',
        email: null,
        dueDate: '2027-01-01T00:00:00.000Z',
        ...more,
      }),
    setting: (key: 'VerFilaCinza' | 'userRating' | 'scheduleType', value: string) =>
      tell(`company-${companyId}`, companyEvents.SettingChanged, { companyId, key, value }),
    user: (
      userId: string,
      name: string,
      more: { super?: boolean; profile?: Profile; queueIds?: string[]; sectorId?: string } = {},
    ) =>
      tell(`users-${companyId}`, userEvents.UserCreated, {
        userId,
        name,
        email: `${name.toLowerCase()}@loja.com.br`,
        profile: 'user',
        super: false,
        queueIds: [],
        ...more,
      }),
    userChanged: (userId: string, changes: { name?: string; profile?: Profile; queueIds?: string[]; sectorId?: string | null }) =>
      tell(`users-${companyId}`, userEvents.UserChanged, { userId, ...changes }),
    userDeleted: (userId: string) => tell(`users-${companyId}`, userEvents.UserDeleted, { userId }),
    presence: (userId: string, online: boolean, sequence: number) => {
      const { UserCameOnline, UserWentOffline } = presenceEvents;
      const seenAt = new Date(clock).toISOString();
      tell(`presence-${userId}`, online ? UserCameOnline : UserWentOffline, { userId, sequence, at: seenAt });
    },
    idle: (userId: string, idle: boolean, sequence: number) => {
      const { UserWentIdle, UserCameBack } = presenceEvents;
      const seenAt = new Date(clock).toISOString();
      tell(`presence-${userId}`, idle ? UserWentIdle : UserCameBack, { userId, sequence, at: seenAt });
    },
    available: (userId: string, availability: Availability) =>
      tell(`availability-${userId}`, availabilityEvents.AvailabilityChosen, { userId, availability }),
    signedIn: (userId: string, version: number) => tell(`session-${userId}`, sessionEvents.UserSignedIn, { userId, version }),
    sessionEnded: (userId: string, version: number, reason: EndReason) =>
      tell(`session-${userId}`, sessionEvents.SessionEnded, { userId, version, reason }),
    signedOut: (userId: string, version: number) => tell(`session-${userId}`, sessionEvents.UserSignedOut, { userId, version }),
    twoStep: (userId: string, on: boolean) =>
      tell(`two-step-${userId}`, on ? twoStepEvents.TwoStepTurnedOn : twoStepEvents.TwoStepTurnedOff, { userId }),
    queue: (queueId: string, name: string, color: string, more: Partial<Queue> = {}) =>
      tell(`queues-${companyId}`, queueEvents.QueueCreated, { queueId, name, color, ...more }),
    queueDeleted: (queueId: string) => tell(`queues-${companyId}`, queueEvents.QueueDeleted, { queueId }),
    connection: (connectionId: string, name: string, more: { channel?: ChannelName; provider?: string } = {}) =>
      tell(`connections-${companyId}`, connectionEvents.ConnectionCreated, {
        connectionId,
        name,
        status: 'CONNECTED',
        tokenHash: 'hash-of-a-token',
        ...more,
      }),
    contact: (contactId: string, name: string, number: string, email: string | null = null) =>
      tell(`contact-${contactId}`, contactEvents.ContactCreated, {
        contactId,
        name,
        number,
        email,
        extraInfo: [],
        channel: 'simulator',
      }),
    contactChanged: (contactId: string, changes: { name?: string; number?: string; email?: string | null }) =>
      tell(`contact-${contactId}`, contactEvents.ContactChanged, { contactId, ...changes }),
    tag: (id: string, name: string, color = '#112233') => tell(`tag-${id}`, tags.events.created, { id, name, color, kanban: 0 }),
    tagDeleted: (id: string) => tell(`tag-${id}`, tags.events.deleted, { id }),
    /** The conversation between a customer and the company on one connection. */
    conversation: (connectionId: string, contactId: string) => conversationIn(tell, connectionId, contactId),
  };
  return one;
};
export type Chronicle = ReturnType<typeof chronicle>;

/** The channel's time of an action on a message. */
const SENT_AT = '2026-03-01T12:00:00.000Z';

type Tell = ReturnType<typeof chronicle>['tell'];
type Queue = Pick<QueueView, 'greetingMessage' | 'schedules' | 'warnAfterMinutes' | 'lateAfterMinutes'>;
type Opened = { queueId?: string | null; userId?: string | null; protocol?: string; channel?: ChannelName };

const conversationIn = (tell: Tell, connectionId: string, contactId: string) => {
  const key = conversationKey(connectionId, contactId);
  const stream = conversationStream(key);
  const customer: Actor = { kind: 'customer', id: contactId };
  const say = <E extends EventType>(event: E, data: z.input<E['data']>, more: More = {}) =>
    tell(stream, event, data, { contactId, ...more });
  const message = (name: string) => childId(key, `in:${name}`);
  return {
    key,
    contactId,
    say,
    ticket: (name: string) => childId(key, `ticket:${name}`),
    message,
    started: () => say(conversationEvents.ConversationStarted, { connectionId, contactId }, { by: customer }),
    /** Pending, or open if a user is given. */
    opened: (
      name: string,
      { queueId = null, userId = null, protocol = name, channel = 'simulator' }: Opened = {},
      more: More = {},
    ) => {
      const ticketId = childId(key, `ticket:${name}`);
      const status = userId ? 'open' : 'pending';
      const ticket = { ticketId, protocol, status, queueId, userId, connectionId, contactId, channel } as const;
      say(conversationEvents.TicketOpened, ticket, { by: userId ? asUser(userId) : customer, ...more });
      return ticketId;
    },
    received: (ticketId: string, name: string, body: string, more: More & { quotedId?: string; brings?: Brings } = {}) => {
      const { quotedId = null, brings, ...rest } = more;
      const sentAt = more.at ?? '2026-03-01T12:00:00.000Z';
      const data = { ticketId, messageId: message(name), body, channelId: name, quotedId, sentAt, ...brings };
      say(conversationEvents.MessageReceived, data, { by: customer, ...rest });
      return data.messageId;
    },
    sent: (
      ticketId: string,
      name: string,
      body: string,
      more: More & { userId?: string | null; origin?: Origin; quotedId?: string; media?: MediaFacts; cards?: Cards } = {},
    ) => {
      const { userId = null, origin = 'attendant', quotedId = null, media, cards, ...rest } = more;
      const said = { ticketId, messageId: message(name), body, userId, origin, signature: null, quotedId, clientId: name };
      const data = { ...said, ...(media && { media }), ...cards };
      say(conversationEvents.MessageSent, data, { ...(userId && { by: asUser(userId) }), ...rest });
      return data.messageId;
    },
    /** A customer's action on a message. */
    edited: (ticketId: string, messageId: string, body: string, more: More = {}) =>
      say(conversationEvents.MessageEdited, { ticketId, messageId, body, sentAt: SENT_AT }, { by: customer, ...more }),
    revoked: (ticketId: string, messageId: string, more: More = {}) =>
      say(conversationEvents.MessageRevoked, { ticketId, messageId, sentAt: SENT_AT }, { by: customer, ...more }),
    reacted: (ticketId: string, messageId: string, emoji: string, by: string | null = contactId, more: More = {}) =>
      say(
        conversationEvents.MessageReacted,
        { ticketId, messageId, emoji, contactId: by, sentAt: SENT_AT },
        { by: customer, ...more },
      ),
    /** A message sent outside of any ticket. */
    outreach: (
      name: string,
      body: string,
      more: { lastTicketId?: string; userId?: string; media?: MediaFacts; cards?: Cards } = {},
    ) => {
      const { lastTicketId = null, userId = null, media, cards } = more;
      const data = {
        messageId: message(name),
        lastTicketId,
        contactId,
        body,
        userId,
        origin: 'forward',
        clientId: null,
        ...(media && { media }),
        ...cards,
      } as const;
      say(conversationEvents.OutreachSent, data, { ...(userId && { by: asUser(userId) }) });
      return data.messageId;
    },
    closed: (ticketId: string, userId: string | null, more: More = {}) =>
      say(conversationEvents.TicketClosed, { ticketId, userId, reason: 'resolved', ratingAsked: false }, more),
  };
};
type Brings = Pick<
  z.input<typeof conversationEvents.MessageReceived.data>,
  'place' | 'contacts' | 'call' | 'choice' | 'media' | 'waveform' | 'forwarded' | 'context' | 'line' | 'authorId'
>;
type Origin = 'attendant' | 'greeting' | 'out-of-hours' | 'closing' | 'rating' | 'forward' | 'menu' | 'schedule';
export type Conversation = ReturnType<typeof conversationIn>;

/** Converts news to facts in the same order, as if the store had stored them. */
export const factsOf = (news: readonly News[]): Fact[] => {
  const ends = new Map<string, bigint>();
  return news.map(({ stream, type, data, companyId, actor, at }, place) => {
    const revision = (ends.get(stream) ?? -1n) + 1n;
    ends.set(stream, revision);
    return { type, data, meta: someMeta({ stream, companyId, actor, at, revision, position: BigInt(place + 1) }) };
  });
};

/** A file as its channel announces it. */
export const announcedFile = (mediaId: string, more: Partial<MediaAnnounced> = {}): MediaAnnounced => ({
  mediaId,
  kind: 'image',
  mime: 'image/jpeg',
  bytes: 900,
  name: 'praia.jpg',
  ...more,
});

/** A file as in an event; `more` overrides its facts. */
export const fileOf = (mediaId: string, more: Partial<MediaFacts> = {}): MediaFacts => ({
  mediaId,
  kind: 'document',
  mime: 'application/pdf',
  bytes: 1_000,
  name: 'nota.pdf',
  sha256: 'ab'.repeat(32),
  width: null,
  height: null,
  durationMs: null,
  thumbnail: false,
  ...more,
});
