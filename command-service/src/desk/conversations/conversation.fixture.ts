import { abilitiesOf, childId, conversationKey, type Viewer } from '@prosa/contracts';
import type { ReferenceOption } from '../../kernel/reference-data.records.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import type { BotFacts, ChangeBody, ChangeRules, Through } from './conversation.commands.ts';
import type { ConversationCommand } from './conversation.decider.ts';
import type { Asked } from './conversations.ts';

/** One conversation for tests of its rules: a customer on a connection, Ana and Bruno of queue q1, and Carla, an administrator. */
export const q1 = '00000000-0000-7000-8000-000000000001';
export const q2 = '00000000-0000-7000-8000-000000000002';
export const connectionId = '00000000-0000-7000-8000-00000000000c';
export const contactId = '00000000-0000-7000-8000-00000000000a';
export const key = conversationKey(connectionId, contactId);
const viewer = (userId: string, more: Partial<Viewer> = {}): Viewer => ({
  userId,
  profile: 'user',
  queueIds: [q1],
  seesGrey: false,
  ...more,
});
export const ana = viewer('ana');
export const bruno = viewer('bruno');
export const stranger = viewer('dora', { queueIds: [q2] });
export const carla = viewer('carla', { profile: 'admin', queueIds: [] });

export const t1 = childId(key, 'ticket:1');
export const t2 = childId(key, 'ticket:2');
export const m1 = childId(key, 'in:m1');
export const s1 = childId(key, 'out:s1');
export const where = { connectionId, contactId, channel: 'simulator' };
/** The channel of a conversation: by default one that can do everything. */
export const through = (channel = 'simulator', more: Partial<Through> = {}, provider?: string): Through => ({
  abilities: abilitiesOf(channel, provider),
  isOff: false,
  hasLinks: true,
  hasHumanAgent: false,
  now: Date.parse('2026-01-01T00:05:00Z'),
  ...more,
});
export const rules: ChangeRules = {
  tagForce: false,
  closingTexts: [],
  waitingTexts: [],
  through: through(),
  queueExists: true,
  userExists: true,
  connectionExists: true,
};

const option = (id: string, title: string, at: number, more: Partial<ReferenceOption> = {}): [string, ReferenceOption] => [
  id,
  { id, queueId: q1, parentId: null, option: at, title, message: '', media: null, ...more },
];
export const [prices, place, retail, wholesale] = [11, 12, 13, 14].map((n) => `00000000-0000-7000-8000-0000000000${n}`) as [
  string,
  string,
  string,
  string,
];
/** The menu of queue q1: 1 Preços (1 Varejo, 2 Atacado), 2 Onde fica. */
export const options = new Map([
  option(prices, 'Preços', 1, { message: 'De quê?' }),
  option(place, 'Onde fica', 2, { message: 'Rua das Flores, 10' }),
  option(retail, 'Varejo', 1, { parentId: prices, message: 'R$ 10' }),
  option(wholesale, 'Atacado', 2, { parentId: prices, message: 'R$ 8' }),
]);
/** The chatbot of a connection with one queue that greets. */
export const bot = (more: Partial<BotFacts> = {}): BotFacts => ({
  queues: [{ id: q1, name: 'Vendas', greeting: 'Bem-vindo' }],
  greeting: 'Olá da loja',
  fallbackId: q1,
  options: new Map(),
  closed: () => null,
  as: 'text',
  takesCalls: true,
  givesProtocol: false,
  through: through(),
  ...more,
});

export const started: ConversationEvent = { type: 'ConversationStarted', data: { connectionId, contactId } };
export const opened = (ticketId = t1, queueId: string | null = q1): ConversationEvent => ({
  type: 'TicketOpened',
  data: { ticketId, queueId, protocol: '000001', status: 'pending', userId: null, ...where },
});
export const accepted = (by: Viewer, ticketId = t1): ConversationEvent => ({
  type: 'TicketAccepted',
  data: { ticketId, userId: by.userId },
});
export const closed = (by: Viewer, ticketId = t1): ConversationEvent => ({
  type: 'TicketClosed',
  data: { ticketId, userId: by.userId, reason: 'resolved', ratingAsked: false },
});
export const received = (messageId = m1, ticketId = t1): ConversationEvent => ({
  type: 'MessageReceived',
  data: { ticketId, messageId, body: 'Oi', channelId: 'm1', quotedId: null, sentAt: '2026-01-01T00:00:00Z' },
});
export const sent = (by: Viewer, messageId = s1, ticketId = t1): ConversationEvent => ({
  type: 'MessageSent',
  data: {
    ticketId,
    messageId,
    body: 'Olá',
    userId: by.userId,
    origin: 'attendant',
    signature: null,
    quotedId: null,
    clientId: 'k',
  },
});

export const pending = [started, opened()];
export const open = [...pending, accepted(ana)];
export const done = [...open, closed(ana)];

/** Wraps a command in its envelope. */
export const command = (asked: Asked, commandId = 'c1') => ({ ...asked, key, commandId }) as ConversationCommand;
export const change = (by: Viewer, body: ChangeBody, more: Partial<ChangeRules> = {}, ticketId = t1) =>
  command({ do: 'change ticket', ticketId, by, body, rules: { ...rules, ...more } });
