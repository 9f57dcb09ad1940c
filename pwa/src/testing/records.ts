import type { ContactView, MessageView, PushAction, PushChannel, PushFrame, TicketLine, TicketView } from '@prosa/contracts';
import type { Outgoing } from '../desk/messages/state/outgoing.ts';
import { plainMessage } from '../desk/messages/state/outgoing.ts';

/** Ids for tests: UUIDs that show their kind. */
export const idOf = (kind: number, n: number): string =>
  `0190c1d2-${String(kind).padStart(4, '0')}-7000-8000-${String(n).padStart(12, '0')}`;

/** Ids of children of a conversation, which begin with the conversation's key (contracts' `childId`). */
export const childOf = (conversation: number, n: number): string =>
  `${String(conversation).padStart(8, '0')}-0000-8000-8000-${String(n).padStart(12, '0')}`;

/** A time on 17 November 2026, the given number of seconds after noon UTC. */
export const at = (seconds: number): string => new Date(Date.UTC(2026, 10, 17, 12, 0, 0) + seconds * 1000).toISOString();

export const aTicket = (more: Partial<TicketView> = {}): TicketView => {
  const id = more.id ?? childOf(1, 1);
  return {
    id,
    uuid: id,
    companyId: idOf(1, 2),
    protocol: '000001',
    status: 'open',
    userId: idOf(1, 1),
    user: { id: idOf(1, 1), name: 'Marina Alves' },
    queueId: idOf(2, 1),
    queue: { id: idOf(2, 1), name: 'Vendas', color: '#7C3AED' },
    whatsappId: idOf(3, 1),
    whatsapp: { id: idOf(3, 1), name: 'Loja Centro', closingText: true, ratingText: false },
    provider: 'beta',
    windowUntil: null,
    automaticUntil: null,
    contactId: more.contact?.id ?? idOf(4, 1),
    contact: { id: idOf(4, 1), name: 'Otávio Brandão', number: '5541900001919', profilePicUrl: null },
    channel: 'whatsapp',
    lastMessage: 'Bom dia',
    lastMessageFromMe: false,
    lastMessageAck: null,
    lastMessageState: null,
    lastMessageDeleted: false,
    unreadMessages: 0,
    isGroup: false,
    chatbot: false,
    tags: [],
    company: { tagForce: false },
    rating: null,
    createdAt: at(-3600),
    updatedAt: at(0),
    closedAt: null,
    waitingSince: null,
    snoozedUntil: null,
    lastMessageKind: null,
    mentions: [],
    handedTo: null,
    ...more,
  };
};

/** An unsent message in the ticket of `aTicket()`; its text is its key. */
export const anOutgoing = (key: string, more: Partial<Outgoing> = {}): Outgoing => ({
  key,
  ticketId: childOf(1, 1),
  body: key,
  isObservation: false,
  signature: null,
  quoted: null,
  createdAt: at(0),
  state: 'waiting',
  position: null,
  failure: null,
  ...more,
});

export const aMessage = (more: Partial<MessageView> = {}): MessageView => ({
  ...plainMessage,
  id: childOf(1, 100),
  ticketId: childOf(1, 1),
  companyId: idOf(1, 2),
  contactId: idOf(4, 1),
  contact: { id: idOf(4, 1), name: 'Otávio Brandão' },
  body: 'Bom dia',
  fromMe: false,
  ack: 1,
  state: null,
  isObservation: false,
  quotedMsg: null,
  user: more.fromMe ? { id: idOf(1, 1), name: 'Marina Alves' } : null,
  signature: null,
  clientId: null,
  read: more.fromMe === true,
  createdAt: at(0),
  position: '100',
  waveform: null,
  context: null,
  ...more,
});

export const aLine = (more: Partial<TicketLine> = {}): TicketLine => ({
  id: childOf(1, 900),
  ticketId: childOf(1, 1),
  kind: 'accepted',
  position: '100',
  at: at(0),
  by: null,
  user: null,
  queue: null,
  from: null,
  until: null,
  reason: null,
  ...more,
});

export const aContact = (more: Partial<ContactView> = {}): ContactView => ({
  id: idOf(4, 1),
  uuid: idOf(4, 1),
  companyId: idOf(1, 2),
  name: 'Otávio Brandão',
  number: '5541900001919',
  otherNumbers: [],
  optedOutAt: null,
  email: null,
  profilePicUrl: null,
  kind: 'whatsapp',
  extraInfo: [],
  fields: [],
  createdAt: at(-9000),
  updatedAt: at(-9000),
  ...more,
});

export const aPush = (channel: PushChannel, action: PushAction, record: object, position: number | string): PushFrame => ({
  type: 'push',
  position: String(position),
  channel,
  action,
  record: record as Record<string, unknown>,
});

/** Deeply frozen: a mutation throws. */
export const frozen = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
};

/** A reproducible sequence of numbers from 0 to 1. */
export const dice = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};
