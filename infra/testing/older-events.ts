import { allEvents, type EventType, type Fact, type Meta } from '@prosa/contracts';

const [one, other] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
const at = '2026-03-01T12:00:00.000Z';
const shift = { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' };
const user = { userId: one, name: 'Ana', email: 'ana@prosa.test', profile: 'user', super: false, queueIds: [other] };
const texts = { greetingMessage: 'Olá!', outOfHoursMessage: '' };
const message = { ticketId: one, messageId: other, body: 'Bom dia' };

/**
 * The first version of each type of event that has a later one, with all fields that it wrote. It is never edited: such events
 * are in the stores of those who upgrade.
 */
export const firstVersions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ConnectionCreated: {
    connectionId: one,
    name: 'Loja',
    channel: 'simulator',
    isDefault: true,
    queueIds: [other],
    ...texts,
    complationMessage: '',
    ratingMessage: '',
    provider: 'beta',
    status: 'CONNECTED',
    tokenHash: null,
  },
  ConnectionChanged: {
    connectionId: one,
    name: 'Loja',
    isDefault: true,
    queueIds: [other],
    ...texts,
    complationMessage: '',
    ratingMessage: '',
    tokenHash: null,
  },
  ConnectionStatusChanged: { connectionId: one, status: 'CONNECTED' },
  ConnectionSessionAsked: { connectionId: one, asked: { id: other, ask: 'start' } },
  ContactIdentified: { contactId: one, kind: 'lid', value: '123456' },
  MessageFilled: { ...message, quotedId: null, sentAt: at, line: 'view-once' },
  MessageMirrored: { ...message, channelId: 'a', quotedId: null, sentAt: at, line: 'view-once' },
  MessageObserved: { ...message, userId: one, clientId: null },
  MessageReceived: { ...message, channelId: 'a', quotedId: null, sentAt: at },
  MessageSent: { ...message, userId: one, origin: 'attendant', signature: null, quotedId: null, clientId: null },
  TicketNoteAdded: { ticketId: one, noteId: other, note: 'Prefere boleto', userId: one },
  MessageRetried: { ticketId: one, messageId: other, attempt: 2, userId: one },
  MessageDeleted: { ticketId: one, messageId: other, userId: one },
  OutreachSent: {
    messageId: other,
    lastTicketId: null,
    contactId: one,
    body: 'Bom dia',
    userId: one,
    origin: 'api',
    clientId: null,
  },
  QueueCreated: { queueId: one, name: 'Vendas', color: '#112233', ...texts, isDefault: false, schedules: [shift] },
  QueueChanged: { queueId: one, name: 'Vendas', color: '#112233', ...texts, isDefault: false, schedules: [shift] },
  CampaignPaused: { id: one, run: 0, reason: 'refused', until: at },
  CompanyChanged: {
    companyId: one,
    name: 'Loja',
    email: 'loja@prosa.test',
    phone: '11',
    planId: other,
    status: true,
    dueDate: at,
    recurrence: 'MENSAL',
    tagForce: false,
    timeZone: 'America/Sao_Paulo',
  },
  SettingChanged: { companyId: one, key: 'userRating', value: 'enabled' },
  TicketAccepted: { ticketId: one, userId: one },
  TicketClosed: { ticketId: one, userId: one, reason: 'resolved', ratingAsked: false },
  UserChanged: user,
  UserCreated: user,
  'quick-message.created': { id: one, shortcode: 'ola', message: 'Bom dia!', userId: null },
  'tag.created': { id: one, name: 'Urgente', color: '#112233', kanban: 0 },
};

/** Data of the first version as it is read today. */
export const lifted = (
  { upcasters = [] }: EventType,
  data: Readonly<Record<string, unknown>>,
  meta: Meta,
): Record<string, unknown> => upcasters.reduce((older, upcast) => upcast(older, meta), { ...data });

/** The fact as it is read today if its event was written in the first version, which had fewer fields. */
export const readAsFirst = (fact: Fact): Fact => {
  const fields = firstVersions[fact.type];
  if (!fields) return fact;
  const written = Object.entries(fact.data as Record<string, unknown>).filter(([name]) => name in fields);
  return { ...fact, data: lifted(allEvents[fact.type]!, Object.fromEntries(written), fact.meta) };
};
