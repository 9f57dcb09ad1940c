import { childId, limits } from '@prosa/contracts';
import { given, metaOf, stateAfter } from '../../kernel/given.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import type { BotFacts } from './conversation.commands.ts';
import { conversation } from './conversation.decider.ts';
import * as f from './conversation.fixture.ts';

const { ana, t1, q1, q2, key } = f;
const both = [
  { id: q1, name: 'Vendas', greeting: 'Bem-vindo a Vendas' },
  { id: q2, name: 'Suporte', greeting: 'Bem-vindo ao Suporte' },
];
/** A connection of one queue whose menu has options, and one of two queues. */
const menu = (more: Partial<BotFacts> = {}) => f.bot({ options: f.options, ...more });
const queues = (more: Partial<BotFacts> = {}) => menu({ queues: both, fallbackId: q2, ...more });

/** A message of the customer that comes one minute after the last event. */
const says = (events: readonly ConversationEvent[], body: string, bot: BotFacts | null, more: object = {}) => {
  const at = metaOf(events.length).at;
  const name = `m${events.length}`;
  const opens = { ticketId: t1, protocol: '1', queueId: bot?.queues.length === 1 ? bot.queues[0]!.id : null };
  return f.command(
    {
      do: 'receive message',
      messageId: childId(key, `in:${name}`),
      body,
      channelId: name,
      quotedId: null,
      sentAt: at.toISOString(),
      now: at.getTime(),
      opens,
      bot,
      ...f.where,
      ...more,
    },
    name,
  );
};
/** The events of a customer who writes these texts, one after another. */
const after = (bot: BotFacts, ...texts: string[]): ConversationEvent[] => {
  const events: ConversationEvent[] = [];
  for (const text of texts)
    events.push(...conversation.decide(says(events, text, bot), stateAfter(conversation as never, events) as never));
  return events;
};
const when = (events: ConversationEvent[], body: string, bot: BotFacts | null, more: object = {}) =>
  given(conversation, events).when(says(events, body, bot, more));

const heard = { type: 'MessageReceived' };
const text = (body: string) => ({ type: 'MessageSent', data: { origin: 'menu', body } });
const shown = (queueId: string | null, parentId: string | null, ids: readonly string[], wrong = 0) => ({
  type: 'MenuShown',
  data: { ticketId: t1, queueId, parentId, wrong, choices: ids.map((id, at) => ({ digit: String(at + 1), id })) },
});
const chose = (id: string) => ({ type: 'MenuChosen', data: { id } });
const left = (reason: string) => ({ type: 'MenuLeft', data: { ticketId: t1, reason } });
const timedOut: ConversationEvent = { type: 'MenuLeft', data: { ticketId: t1, reason: 'timeout' } };
const queued = (queueId: string) => ({ type: 'TicketQueued', data: { ticketId: t1, queueId } });
const TOP = 'Bem-vindo\n\n1 - Preços\n2 - Onde fica';
const PRICES = 'De quê?\n\n1 - Varejo\n2 - Atacado\n\n0 - Voltar\n# - Início';
const top = shown(q1, null, [f.prices, f.place]);
const inPrices = shown(q1, f.prices, [f.retail, f.wholesale]);

describe('a queue with a menu', () => {
  test('is greeted with its numbered options', () =>
    when([], 'Oi', menu()).givesLike([f.started, { type: 'TicketOpened', data: { queueId: q1 } }, heard, text(TOP), top]));
  test.each(['1', ' 1 ', '1.', '1)', '01', 'Preços', 'precos', 'opção 1', '1º', '1 - Preços'])('%j chooses the first', (said) =>
    when(after(menu(), 'Oi'), said, menu()).givesLike([heard, chose(f.prices), text(PRICES), inPrices]),
  );
  test('0 goes one up, # to the start', () => {
    when(after(menu(), 'Oi', '1'), '0', menu()).givesLike([heard, text(TOP), top]);
    when(after(menu(), 'Oi', '1', '1'), '0', menu()).givesLike([heard, text(PRICES), inPrices]);
    when(after(menu(), 'Oi', '1', '1'), '#', menu()).givesLike([heard, text(TOP), top]);
    when(after(menu(), 'Oi'), '0', menu()).givesLike([heard, text(TOP), top]);
  });
  test('at the end of a branch its message is read, and what follows is for the team', () => {
    const leaf = after(menu(), 'Oi', '2');
    expect(leaf.slice(-2)).toMatchObject([text('Rua das Flores, 10\n\n0 - Voltar\n# - Início'), shown(q1, f.place, [])]);
    when(leaf, 'Abre domingo?', menu()).givesLike([heard, left('reached')]);
    when(leaf, '0', menu()).givesLike([heard, text(TOP), top]);
  });
  test('an option’s file goes before its text', () => {
    const media = {
      mediaId: q2,
      kind: 'image' as const,
      mime: 'image/png',
      bytes: 1,
      name: 'mapa.png',
      sha256: 'a',
      width: 1,
      height: 1,
      durationMs: null,
      thumbnail: false,
    };
    const mapped = menu({ options: new Map(f.options).set(f.place, { ...f.options.get(f.place)!, media }) });
    when(after(mapped, 'Oi'), '2', mapped).givesLike([
      heard,
      chose(f.place),
      { type: 'MessageSent', data: { origin: 'menu', body: '', media } },
      text('Rua das Flores, 10\n\n0 - Voltar\n# - Início'),
      shown(q1, f.place, []),
    ]);
  });
  test('the same path twice and three times is no repetition: each is a choice', () => {
    const deep = new Map(f.options).set(f.q2, { ...f.options.get(f.retail)!, id: f.q2, parentId: f.retail, title: 'Azul' });
    const bot = menu({ options: deep });
    when(after(bot, 'Oi', '1', '1'), '1', bot).givesLike([heard, chose(f.q2), { type: 'MessageSent' }, { type: 'MenuShown' }]);
  });
  test('texts that are too long for the channel come in parts, the choices with the last', () => {
    const bot = menu({ as: 'list', through: f.through('instagram'), queues: [{ ...both[0]!, greeting: 'Olá! '.repeat(250) }] });
    const told = after(bot, 'Oi').filter(({ type }) => type === 'MessageSent');
    expect(told.map(({ data }) => 'menu' in data)).toEqual([false, true]);
  });
});

describe('a connection of several queues', () => {
  const QUEUES = 'Olá da loja\n\n1 - Vendas\n2 - Suporte';
  test('offers them, and the choice moves the ticket with the message that chose', () => {
    when([], 'Oi', queues()).givesLike([
      f.started,
      { type: 'TicketOpened', data: { queueId: null } },
      heard,
      text(QUEUES),
      shown(null, null, [q1, q2]),
    ]);
    when(after(queues(), 'Oi'), '1', queues()).givesLike([
      heard,
      chose(q1),
      queued(q1),
      text('Bem-vindo a Vendas\n\n1 - Preços\n2 - Onde fica\n\n0 - Voltar\n# - Início'),
      top,
    ]);
  });
  test('a queue without options greets, and the menu ends', () =>
    when(after(queues(), 'Oi'), '2', queues()).givesLike([
      heard,
      chose(q2),
      queued(q2),
      { type: 'MessageSent', data: { origin: 'greeting', body: 'Bem-vindo ao Suporte' } },
      left('reached'),
    ]));
  test('from the top of a queue 0 leads back to the queues, and another one may be chosen', () => {
    const back = after(queues(), 'Oi', '1', '0');
    expect(back.at(-1)).toMatchObject(shown(null, null, [q1, q2]));
    when(back, '2', queues()).givesLike([heard, chose(q2), queued(q2), { type: 'MessageSent' }, left('reached')]);
  });
  test('buttons carry ids, also those of an older menu, and the keys', () => {
    const deep = after(queues(), 'Oi', '1', '1');
    const press = (id: string) => when(deep, 'x', queues(), { brings: { choice: { id, title: 'x' } } });
    press(q2).givesLike([heard, chose(q2), queued(q2), { type: 'MessageSent' }, left('reached')]);
    press(f.place).givesLike([heard, chose(f.place), { type: 'MessageSent' }, shown(q1, f.place, [])]);
    press('#').givesLike([heard, text(QUEUES), shown(null, null, [q1, q2])]);
  });
});

describe('what is not understood', () => {
  const again = (lead: string) => text(`Não entendi. Responda com o número de uma das opções.\n\n${lead}`);
  test('shows the menu again, twice', () => {
    when(after(menu(), 'Oi'), 'quanto é?', menu()).givesLike([heard, again(TOP), shown(q1, null, [f.prices, f.place], 1)]);
    when(after(menu(), 'Oi', 'quanto é?'), '7', menu()).givesLike([heard, again(TOP), shown(q1, null, [f.prices, f.place], 2)]);
  });
  test('the third time a person is called, in the queue of those who choose none', () => {
    when(after(queues(), 'Oi', 'a', 'b'), 'c', queues()).givesLike([
      heard,
      text('Vou chamar alguém da equipe para ajudar você.'),
      queued(q2),
      left('not-understood'),
    ]);
    when(after(menu(), 'Oi', 'a', 'b'), 'c', menu()).givesLike([heard, { type: 'MessageSent' }, left('not-understood')]);
  });
  test('a choice in between begins the count anew', () =>
    when(after(menu(), 'Oi', 'a', 'b', '1'), 'c', menu()).givesLike([
      heard,
      { type: 'MessageSent' },
      { type: 'MenuShown', data: { wrong: 1 } },
    ]));
  test('a picture, a place, a call are no choice', () =>
    when(after(menu(), 'Oi'), '1', menu(), { brings: { call: { kind: 'voice' } } }).givesLike([
      heard,
      again(TOP),
      { type: 'MenuShown', data: { wrong: 1 } },
    ]));
});

describe('what changes between menu and answer', () => {
  const without = (...ids: string[]) => menu({ options: new Map([...f.options].filter(([id]) => !ids.includes(id))) });
  test('a digit means what stood there, though the option moved', () => {
    const turned = menu({
      options: new Map(f.options)
        .set(f.prices, { ...f.options.get(f.prices)!, option: 2 })
        .set(f.place, { ...f.options.get(f.place)!, option: 1 }),
    });
    when(after(menu(), 'Oi'), '1', turned).givesLike([heard, chose(f.prices), text(PRICES), inPrices]);
  });
  test('a deleted option shows the menu anew, as it is now, and counts as no wrong answer', () =>
    when(after(menu(), 'Oi'), '1', without(f.prices, f.retail, f.wholesale)).givesLike([
      heard,
      text('Esta opção não existe mais. Escolha outra, por favor.\n\nBem-vindo\n\n1 - Onde fica'),
      shown(q1, null, [f.place]),
    ]));
  test('if the step itself is gone, it begins at the start', () =>
    when(after(menu(), 'Oi', '1'), '2', without(f.prices, f.retail, f.wholesale)).givesLike([
      heard,
      text('Esta opção não existe mais. Escolha outra, por favor.\n\nBem-vindo\n\n1 - Onde fica'),
      shown(q1, null, [f.place]),
    ]));
  test('if the whole menu is gone, the customer waits for a person', () =>
    when(after(menu(), 'Oi'), '1', menu({ options: new Map() })).givesLike([heard, left('gone')]));
  test('a deleted queue is not chosen; of the one that is left its menu is shown', () =>
    when(after(queues(), 'Oi'), '2', queues({ queues: [both[0]!], fallbackId: q1 })).givesLike([
      heard,
      { type: 'MessageSent', data: { origin: 'menu' } },
      top,
    ]));
  test('once somebody has accepted, nothing automatic is said, and a return does not bring the menu back', () => {
    const accepted = [...after(menu(), 'Oi'), f.accepted(ana)];
    when(accepted, '1', null).givesLike([heard]);
    const returned: ConversationEvent[] = [...accepted, { type: 'TicketReturned', data: { ticketId: t1 } }];
    when(returned, '1', menu()).givesLike([heard]);
  });
  test('of two answers at once the second answers what the first has shown', () =>
    when(after(menu(), 'Oi', '1'), '2', menu()).givesLike([
      heard,
      chose(f.wholesale),
      { type: 'MessageSent' },
      { type: 'MenuShown' },
    ]));
});

describe('closed', () => {
  const closed = (bot: BotFacts, body = 'Fechado') => ({ ...bot, closed: () => body });
  const sorry = { type: 'MessageSent', data: { origin: 'out-of-hours', body: 'Fechado' } };
  test('instead of greeting and menu it is said; among several queues one chooses all the same', () => {
    when([], 'Oi', closed(menu())).givesLike([f.started, {}, heard, sorry]);
    when([], 'Oi', closed(queues())).givesLike([
      f.started,
      {},
      heard,
      sorry,
      text('1 - Vendas\n2 - Suporte'),
      shown(null, null, [q1, q2]),
    ]);
  });
  test('a chosen queue that is closed says so, and takes the ticket', () => {
    const bot = queues({ closed: (id) => (id === q1 ? 'Fechado' : null) });
    when(after(bot, 'Oi'), '1', bot).givesLike([heard, chose(q1), queued(q1), sorry, left('closed')]);
  });
  test('it is said once in four hours, also to who waits already', () => {
    const night = after(closed(menu()), 'Oi');
    when(night, 'Alguém?', closed(menu())).givesLike([heard]);
    const later = Date.parse('2026-01-01T00:03:00Z') + limits.outOfHoursMs;
    when(night, 'Alguém?', closed(menu()), { now: later }).givesLike([heard, sorry]);
    when(after(f.bot(), 'Oi'), 'Alguém?', closed(f.bot())).givesLike([heard, sorry]);
  });
  test('without a text nothing is said', () => when(after(f.bot(), 'Oi'), 'Alguém?', closed(f.bot(), '')).givesLike([heard]));
});

describe('a call where none are taken', () => {
  const writeInstead = text('Não atendemos chamadas por aqui. Escreva sua mensagem, por favor.');
  const call = { brings: { call: { kind: 'voice' as const } } };
  const silent = f.bot({ takesCalls: false });
  const withMenu = menu({ takesCalls: false });

  test('is answered before the greeting, and again each time', () => {
    when([], '', silent, call).givesLike([f.started, { type: 'TicketOpened' }, heard, writeInstead, { type: 'MessageSent' }]);
    when(after(silent, 'Oi'), '', silent, call).givesLike([heard, writeInstead]);
  });
  test('is answered in an open ticket too, where nothing else is', () => {
    const open = [...after(silent, 'Oi'), f.accepted(ana)];
    when(open, '', silent, call).givesLike([heard, writeInstead]);
    when(open, 'Alô?', silent).givesLike([heard]);
  });
  test('shows the menu again, and counts as no wrong answer', () => {
    const before = after(withMenu, 'Oi', 'a', 'b');
    when(before, '', withMenu, call).givesLike([
      heard,
      text(`Não atendemos chamadas por aqui. Escreva sua mensagem, por favor.\n\n${TOP}`),
      shown(q1, null, [f.prices, f.place], 2),
    ]);
  });
  test('where they are taken, it waits for the team; a group hears nothing', () => {
    when([...after(f.bot(), 'Oi'), f.accepted(ana)], '', f.bot(), call).givesLike([heard]);
    when([], '', null, call).givesLike([f.started, {}, heard]);
  });
  test('is answered no more than other automatic texts', () => {
    const events = after(silent, 'Oi');
    for (let n = 0; n < 20; n += 1)
      events.push(...conversation.decide(says(events, '', silent, call), stateAfter(conversation as never, events) as never));
    expect(events.filter(({ type }) => type === 'MessageSent')).toHaveLength(limits.automaticTexts);
  });
});

describe('where the company gives the number of a ticket', () => {
  const number = { type: 'MessageSent', data: { origin: 'protocol', body: 'Protocolo do seu atendimento: 1', userId: null } };
  const giving = f.bot({ givesProtocol: true });

  test('it comes first, once for a ticket', () => {
    when([], 'Oi', giving).givesLike([
      f.started,
      { type: 'TicketOpened' },
      heard,
      number,
      { type: 'MessageSent', data: { origin: 'greeting' } },
    ]);
    when(after(giving, 'Oi'), 'Alguém?', giving).givesLike([heard]);
  });
  test('without a greeting, before a menu and while it is closed too', () => {
    when([], 'Oi', f.bot({ givesProtocol: true, queues: [{ id: q1, name: 'Vendas', greeting: '' }], greeting: '' })).givesLike([
      f.started,
      { type: 'TicketOpened' },
      heard,
      number,
    ]);
    const asks = queues({ givesProtocol: true });
    when([], 'Oi', asks).givesLike([
      f.started,
      { type: 'TicketOpened' },
      heard,
      number,
      { type: 'MessageSent' },
      { type: 'MenuShown' },
    ]);
    const night = f.bot({ givesProtocol: true, closed: () => 'Fechado' });
    when([], 'Oi', night).givesLike([
      f.started,
      { type: 'TicketOpened' },
      heard,
      number,
      { type: 'MessageSent', data: { origin: 'out-of-hours' } },
    ]);
  });
  test('the next ticket has its own; a group hears nothing', () => {
    const over = [...after(giving, 'Oi'), f.accepted(ana), f.closed(ana)];
    const opens = { ticketId: f.t2, protocol: '2', queueId: q1 };
    when(over, 'Voltei', giving, { opens }).givesLike([
      { type: 'TicketOpened' },
      heard,
      { type: 'MessageSent', data: { ticketId: f.t2, body: 'Protocolo do seu atendimento: 2' } },
      { type: 'MessageSent', data: { origin: 'greeting' } },
    ]);
    when([], 'Oi', null).givesLike([f.started, { type: 'TicketOpened' }, heard]);
  });
});

describe('other robots', () => {
  test('after 15 automatic texts in a day it waits for a person', () => {
    const turns = Array.from({ length: limits.automaticTexts }, (_, n) => (n % 2 ? '#' : '1'));
    const full = after(queues(), 'Oi', ...turns);
    expect(full.filter(({ type }) => type === 'MessageSent')).toHaveLength(limits.automaticTexts);
    expect(full.at(-1)).toMatchObject(left('budget'));
    when(full, '1', queues()).givesLike([heard]);
  });
  test('a day later there is room again', () => {
    const full = after(queues(), 'Oi', ...Array.from({ length: 15 }, (_, n) => (n % 2 ? '#' : '1')));
    const closed: ConversationEvent[] = [...full, f.accepted(ana), f.closed(ana)];
    const now = metaOf(closed.length).at.getTime() + limits.automaticTextsMs;
    when(closed, 'Oi', queues(), { now, sentAt: new Date(now).toISOString() }).givesLike([
      {},
      heard,
      { type: 'MessageSent' },
      { type: 'MenuShown' },
    ]);
  });
  test('two of them that say the same again and again are silent soon', () => {
    const looped = after(menu(), ...Array.from({ length: 40 }, () => 'Não entendi. Responda com o número.'));
    expect(looped.filter(({ type }) => type === 'MessageSent').length).toBeLessThanOrEqual(3);
    expect(looped.filter(({ type }) => type === 'MessageReceived')).toHaveLength(40);
  });
  test('the third identical text in a row gets no answer, a different one does', () => {
    when(after(menu(), 'Oi', 'Oi'), 'Oi', menu()).givesLike([heard]);
    when(after(menu(), 'Oi', 'Oi', 'Oi'), '1', menu()).givesLike([heard, chose(f.prices), {}, inPrices]);
  });
  test('a group gets nothing', () => when([], 'Oi', null).givesLike([f.started, {}, heard]));
});

describe('a menu that nobody answers', () => {
  const end = (dueAt: number) => f.command({ do: 'leave menu', ticketId: t1, dueAt, fallbackId: q2 });
  const shownAt = (events: ConversationEvent[]) => metaOf(events.length - 1).at.getTime();
  test('is left after half an hour, in the queue of those who choose none', () => {
    const events = after(queues(), 'Oi');
    given(conversation, events)
      .when(end(shownAt(events) + limits.menuMs))
      .givesLike([queued(q2), left('timeout')]);
    const inQueue = after(menu(), 'Oi');
    given(conversation, inQueue)
      .when(end(shownAt(inQueue) + limits.menuMs))
      .givesLike([left('timeout')]);
  });
  test('a reminder of an older step, of an accepted ticket, or a second one does nothing', () => {
    const events = after(queues(), 'Oi');
    const due = shownAt(events) + limits.menuMs;
    given(conversation, after(queues(), 'Oi', '1'))
      .when(end(due))
      .gives([]);
    given(conversation, [...events, f.accepted(ana)])
      .when(end(due))
      .gives([]);
    given(conversation, [...events, timedOut])
      .when(end(due))
      .gives([]);
  });
  test('what comes later waits for a person', () => {
    const over: ConversationEvent[] = [...after(menu(), 'Oi'), timedOut];
    when(over, '1', menu()).givesLike([heard]);
  });
});

test('what is answered late, outside of the channel’s window, is not written', () => {
  const cloud = f.through('whatsapp', { now: Date.UTC(2026, 0, 3) }, 'cloud');
  when([], 'Oi', queues({ through: cloud }), { now: Date.UTC(2026, 0, 3) }).givesLike([
    f.started,
    {},
    heard,
    queued(q2),
    left('budget'),
  ]);
});

test('buttons and lists stand beside the numbered text', () => {
  const choices = [
    { id: f.prices, title: 'Preços' },
    { id: f.place, title: 'Onde fica' },
  ];
  when([], 'Oi', menu({ as: 'button' })).givesLike([
    f.started,
    {},
    heard,
    { type: 'MessageSent', data: { body: TOP, menu: { as: 'button', choices } } },
    top,
  ]);
});
