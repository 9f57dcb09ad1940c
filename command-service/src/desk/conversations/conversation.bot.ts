import { isBlank, limits, menuKeys, splitText } from '@prosa/contracts';
import { type Concern, nothing } from '../conversation-kernel/concern.ts';
import { lastInboundAt } from '../conversation-kernel/conversation.known.ts';
import { unfinishedOf } from '../conversation-kernel/conversation.rules.ts';
import type { ConversationEvent, ConversationState, MenuBrief, TicketBrief } from '../conversation-kernel/conversation.state.ts';
import { menuAnswerIn } from '../conversation-kernel/menu.answer.ts';
import { repeatedAfter } from '../conversation-kernel/repeated.ts';
import type { AutomaticText, BotFacts, ChatbotCommand, MessageCommand } from './conversation.commands.ts';
import { isWindowOpen } from './conversation.through.ts';
import { type Step, stepsOf } from './menu.steps.ts';
import { saying } from './saying.ts';

type Receive = Extract<MessageCommand, { do: 'receive message' }>;
/** `opened`: the number of the ticket that the message opens; null: it is one that waits, or that was served. */
type Ticket = { ticketId: string; queueId: string | null; opened: string | null };
type Left = Extract<ConversationEvent, { type: 'MenuLeft' }>['data']['reason'];
/** The reply to a customer's message: events besides the texts, and the texts. `step` is shown after them. */
type Reply = {
  events?: readonly ConversationEvent[];
  texts?: readonly AutomaticText[];
  step?: Step;
  wrong?: number;
  leaves?: Left;
  /** The customer chose: that is an answer, however often they write the same. */
  isChoice?: boolean;
};

const UNCLEAR = 'Não entendi. Responda com o número de uma das opções.';
const GONE = 'Esta opção não existe mais. Escolha outra, por favor.';
const NO_CALLS = 'Não atendemos chamadas por aqui. Escreva sua mensagem, por favor.';
const THANKS = 'Obrigado pelo seu comentário! Se precisar de mais alguma coisa, é só escrever.';
const PROTOCOL = 'Protocolo do seu atendimento: ';
const TO_A_PERSON = 'Vou chamar alguém da equipe para ajudar você.';

type Own = Pick<ConversationState, 'menu' | 'automaticAt' | 'outOfHoursAt' | 'repeated'>;
const leavesMenu = (state: Own): void => {
  state.menu = null;
};

/** Automatic messages to customers whose ticket nobody has accepted: greeting, menu, that it is closed (decision 15). */
export const chatbot = {
  initial: (): Own => ({ menu: null, automaticAt: [], outOfHoursAt: null, repeated: null }),
  evolve: {
    MenuShown: (state, { ticketId, queueId, parentId, choices, wrong }, { at }) => {
      state.menu = { ticketId, queueId, parentId, choices, wrong, at: at.getTime() };
    },
    MenuChosen: nothing,
    MenuLeft: leavesMenu,
    TicketAccepted: leavesMenu,
    TicketTransferred: leavesMenu,
    TicketClosed: leavesMenu,
    // Somebody answers on the phone.
    MessageMirrored: leavesMenu,
    TicketDeleted: (state, { ticketId }) => {
      if (state.menu?.ticketId === ticketId) state.menu = null;
    },
    MessageReceived: (state, { body }, { at }) => {
      state.repeated = repeatedAfter(state, body, at.getTime());
    },
    MessageSent: (state, { origin }, { at }) => {
      if (isAnswer(origin)) state.automaticAt = [...state.automaticAt, at.getTime()].slice(-limits.automaticTexts);
      if (origin === 'out-of-hours') state.outOfHoursAt = at.getTime();
    },
  },
  decide: { 'leave menu': (command, state) => leaveMenu(command, state) },
} satisfies Concern<ChatbotCommand, Own>;

/** Whether a text of this origin answers a customer by itself; the others follow what an attendant did. */
const isAnswer = (origin: string): boolean => ['greeting', 'out-of-hours', 'menu', 'protocol'].includes(origin);

/**
 * Answers a customer's message to a ticket that nobody has accepted: greeting, menu, or that it is closed. Everything is decided
 * with the message itself, from the facts of that moment, so that it is sent once (decision 15).
 */
export const answerOf = (command: Receive, state: ConversationState, ticket: Ticket): ConversationEvent[] => {
  const { bot } = command;
  if (!bot) return [];
  const menu = state.menu?.ticketId === ticket.ticketId ? state.menu : null;
  const reply: Reply = menu
    ? answered(command, bot, menu, ticket)
    : ticket.opened
      ? numbered(bot, ticket.opened, opened(bot, ticket))
      : closedFor(bot, ticket.queueId);
  return told(command, state, bot, ticket, menu, isUnwantedCall(command) && !(menu && reply.step) ? asksToWrite(reply) : reply);
};

/** Answers a call to the team of an open ticket: where no calls are taken, the customer is asked to write. */
export const noCallsOf = (command: Receive, state: ConversationState, { id, queueId }: TicketBrief): ConversationEvent[] => {
  const { bot } = command;
  if (!bot || !isUnwantedCall(command)) return [];
  return told(command, state, bot, { ticketId: id, queueId, opened: null }, null, asksToWrite({}));
};

/** Acknowledges the comment on a rating, once, as far as an automatic text may be said now. It is of the rating, as is the request. */
export const thanksOf = (command: Receive, state: ConversationState, ticketId: string): ConversationEvent[] => {
  const { bot } = command;
  const thanks: Reply = { texts: [{ origin: 'rating', body: THANKS }] };
  return bot ? told(command, state, bot, { ticketId, queueId: null, opened: null }, null, thanks) : [];
};

/** Begins the reply to a ticket's first message with its number, where the company wants it. */
const numbered = ({ givesProtocol }: BotFacts, protocol: string, reply: Reply): Reply =>
  givesProtocol ? { ...reply, texts: [{ origin: 'protocol', body: PROTOCOL + protocol }, ...(reply.texts ?? [])] } : reply;

const isUnwantedCall = ({ brings, bot }: Receive): boolean => brings?.call !== undefined && bot?.takesCalls === false;

/** Begins a reply with the text that calls are not taken. */
const asksToWrite = (reply: Reply): Reply => ({ ...reply, texts: [{ origin: 'menu', body: NO_CALLS }, ...(reply.texts ?? [])] });

/** The customer said nothing for too long: the ticket must not stay where nobody sees it. */
const leaveMenu = ({ ticketId, dueAt, fallbackId }: ChatbotCommand, state: ConversationState): ConversationEvent[] => {
  const { menu } = state;
  if (menu?.ticketId !== ticketId || menu.at + limits.menuMs > dueAt) return [];
  return leaving({ ticketId, queueId: unfinishedOf(state)?.queueId ?? null }, fallbackId, 'timeout');
};

/** The words of a reply, as far as they may be said now, and what became of the menu. */
const told = (
  command: Receive,
  state: ConversationState,
  bot: BotFacts,
  ticket: Ticket,
  menu: MenuBrief | null,
  reply: Reply,
): ConversationEvent[] => {
  const { ticketId } = ticket;
  const { now, body, sentAt } = command;
  const events = [...(reply.events ?? [])];
  const queued = events.find(({ type }) => type === 'TicketQueued')?.data as { queueId: string } | undefined;
  const at = { ticketId, queueId: queued?.queueId ?? ticket.queueId };
  const isStale = (repeatedAfter(state, body, now)?.times ?? 0) >= limits.repeatedTexts && !reply.isChoice;
  const mayWrite = !isStale && isWindowOpen({ customerAt: lastInboundAt(state.customerAt, sentAt, now) }, bot.through);
  const isTooSoon = state.outOfHoursAt !== null && now - state.outOfHoursAt < limits.outOfHoursMs;
  const shown = reply.step && stepsOf(bot).show(reply.step);
  const texts = [...(reply.texts ?? []), ...(shown?.texts ?? [])]
    .filter(({ origin, body, media }) => (!isBlank(body) || media) && !(origin === 'out-of-hours' && isTooSoon))
    .flatMap((text) => inParts(text, bot));
  const said = state.automaticAt.filter((sent) => now - sent < limits.automaticTextsMs).length;
  const isWithinBudget = said + texts.length <= limits.automaticTexts;
  if (isStale && menu) return [...events, ...(reply.leaves ? leaving(at, bot.fallbackId, reply.leaves) : [])];
  if (!mayWrite || !isWithinBudget) {
    const waits = menu !== null || reply.step !== undefined || reply.leaves !== undefined;
    return [...events, ...(waits ? leaving(at, bot.fallbackId, reply.leaves ?? 'budget') : [])];
  }
  const words = saying(command, ticketId, texts);
  if (reply.leaves) return [...events, ...words, ...leaving(at, bot.fallbackId, reply.leaves)];
  if (!shown) return [...events, ...words];
  const { queueId, parentId } = reply.step!;
  return [
    ...events,
    ...words,
    { type: 'MenuShown', data: { ticketId, queueId, parentId, choices: shown.choices, wrong: reply.wrong ?? 0 } },
  ];
};

/** A ticket without a queue is seen by few: who leaves the menu gets one. */
const leaving = ({ ticketId, queueId }: Omit<Ticket, 'opened'>, fallbackId: string | null, reason: Left): ConversationEvent[] => [
  ...(queueId === null && fallbackId !== null
    ? [{ type: 'TicketQueued' as const, data: { ticketId, queueId: fallbackId } }]
    : []),
  { type: 'MenuLeft', data: { ticketId, reason } },
];

/** The texts of a ticket's first message. */
const opened = (bot: BotFacts, { queueId }: Ticket): Reply => {
  const closed = closedFor(bot, queueId);
  const { start, show } = stepsOf(bot);
  // A customer who writes at night still chooses a queue, so that the right team finds them in the morning.
  if (queueId === null && bot.queues.length > 1) return { ...closed, step: closed.texts ? { ...start, lead: '' } : start };
  if (closed.texts) return closed;
  if (queueId !== null && show(start).choices.length > 0) return { step: start };
  const greeting = bot.queues.find(({ id }) => id === queueId)?.greeting || bot.greeting;
  return { texts: [{ origin: 'greeting', body: greeting }] };
};

const closedFor = ({ closed }: BotFacts, queueId: string | null): Pick<Reply, 'texts'> => {
  const body = closed(queueId);
  return body ? { texts: [{ origin: 'out-of-hours', body }] } : {};
};

/** Interprets an answer to a menu. */
const answered = (command: Receive, bot: BotFacts, menu: MenuBrief, ticket: Ticket): Reply => {
  const steps = stepsOf(bot);
  const here = steps.existing(menu) ?? steps.start;
  const meant = meaningOf(command, menu, bot);
  const isOver = steps.show(steps.start).choices.length === 0;
  if (meant === menuKeys.start || meant === menuKeys.up) {
    const step = meant === menuKeys.up ? steps.above(here) : steps.start;
    return isOver && step.parentId === null ? { leaves: 'gone' } : { step, isChoice: true };
  }
  if (meant !== null)
    return chosen(command, bot, ticket, meant) ?? (isOver ? { leaves: 'gone' } : { step: { ...here, before: GONE } });
  if (menu.choices.length === 0) return { leaves: 'reached' };
  if (isOver) return { leaves: 'gone' };
  if (isUnwantedCall(command)) return { step: { ...here, before: NO_CALLS }, wrong: menu.wrong };
  const wrong = menu.wrong + 1;
  if (wrong >= limits.menuWrong) return { texts: [{ origin: 'menu', body: TO_A_PERSON }], leaves: 'not-understood' };
  return { step: { ...here, before: UNCLEAR }, wrong };
};

/** A choice that still exists; null if it is gone. */
const chosen = ({ messageId }: Receive, bot: BotFacts, { ticketId, queueId }: Ticket, id: string): Reply | null => {
  const steps = stepsOf(bot);
  const option = bot.options.get(id);
  const queue = bot.queues.find((one) => one.id === (option?.queueId ?? id));
  if (!queue) return null;
  const events: ConversationEvent[] = [
    { type: 'MenuChosen', data: { ticketId, messageId, id } },
    ...(queueId === queue.id ? [] : [{ type: 'TicketQueued' as const, data: { ticketId, queueId: queue.id } }]),
  ];
  const common = { events, isChoice: true };
  if (option) return { ...common, step: { queueId: queue.id, parentId: option.id } };
  if (bot.closed(queue.id) !== null) return { ...common, ...closedFor(bot, queue.id), leaves: 'closed' };
  const step = { queueId: queue.id, parentId: null };
  if (steps.show(step).choices.length > 0) return { ...common, step };
  return { ...common, texts: [{ origin: 'greeting', body: queue.greeting }], leaves: 'reached' };
};

/**
 * The id of what the customer chose, the key for up or the start, or null. A button says its id, also one of an older menu; a number means
 * what stood beside it in the menu that was shown last; a title, or the line that was shown, may be written out.
 */
const meaningOf = ({ body, brings }: Receive, { choices }: MenuBrief, bot: BotFacts): string | null => {
  if (brings?.choice) return brings.choice.id;
  if (brings && Object.values(brings).some((one) => one !== undefined)) return null;
  const meant = menuAnswerIn(
    body,
    choices.map(({ id }) => titleOf(id, bot)),
  );
  return typeof meant === 'number' ? (choices[meant - 1]?.id ?? null) : meant;
};

const titleOf = (id: string, { options, queues }: BotFacts): string =>
  options.get(id)?.title ?? queues.find((queue) => queue.id === id)?.name ?? '';

/** The text, one that is longer than the channel's messages in parts; the choices go with the last. */
const inParts = ({ body, media, menu, origin }: AutomaticText, { through }: BotFacts): AutomaticText[] => {
  if (media) return [{ origin, body, media }];
  const parts = splitText(body, through.abilities.longestText);
  return parts.map((part, at) => ({ origin, body: part, ...(menu && at === parts.length - 1 && { menu }) }));
};
