import { expect, test } from '@jest/globals';
import { liveFrame } from '../../../kernel/live/live.slice.ts';
import { aMessage, anOutgoing, aPush, childOf, frozen } from '../../../testing/records.ts';
import {
  closed,
  conversationsRestored,
  type MessagesState,
  messagesAnswered,
  messagesOf,
  messagesReducer,
  opened,
  replyChosen,
  sendAsked,
  sendFailed,
  sendRetried,
  sendTaken,
} from './messages.slice.ts';

const TICKET = childOf(1, 1);
const record = (key: string) => aMessage({ id: childOf(1, 500), ticketId: TICKET, fromMe: true, clientId: key, position: '101' });
const pushed = (key: string) => liveFrame(aPush('appMessage', 'create', record(key), 101));
const answer = (records = [aMessage({ ticketId: TICKET })], position = '100') =>
  messagesAnswered({ ticketId: TICKET, pages: [{ records, hasMore: false, position }], frames: [] });

type Action = Parameters<typeof messagesReducer>[1];
const given = (...actions: Action[]): MessagesState =>
  actions.reduce((state, action) => messagesReducer(frozen(state), action), messagesReducer(undefined, { type: 'begin' }));
const keys = ({ outbox }: MessagesState) => outbox.map(({ key }) => key);
const clientIds = ({ conversations }: MessagesState) =>
  Object.values(conversations[TICKET]!.live.byId).flatMap(({ clientId }) => clientId ?? []);

test('a sent message stays in the outbox until its record arrives', () => {
  const state = given(opened(TICKET), answer(), sendAsked(anOutgoing('k1')));
  expect(keys(state)).toEqual(['k1']);
  const after = messagesReducer(state, pushed('k1'));
  expect([keys(after), clientIds(after)]).toEqual([[], ['k1']]);
});

test.each([
  ['the push comes before the reply', [pushed('k1'), sendTaken({ key: 'k1', position: '101' })]],
  ['the reply comes before the push', [sendTaken({ key: 'k1', position: '101' }), pushed('k1')]],
  ['the push comes twice', [pushed('k1'), pushed('k1'), sendTaken({ key: 'k1', position: '101' })]],
])('a message is shown once, whether %s', (_, ends) => {
  const state = given(opened(TICKET), answer(), sendAsked(anOutgoing('k1')), ...(ends as Action[]));
  expect([keys(state), clientIds(state)]).toEqual([[], ['k1']]);
});

test('the reply alone keeps the bubble, as accepted', () => {
  const state = given(opened(TICKET), answer(), sendAsked(anOutgoing('k1')), sendTaken({ key: 'k1', position: '101' }));
  expect(state.outbox).toMatchObject([{ key: 'k1', state: 'taken' }]);
});

test('an answer at least as new as the accepted message replaces its bubble, an older one does not', () => {
  const taken = given(opened(TICKET), answer(), sendAsked(anOutgoing('k1')), sendTaken({ key: 'k1', position: '101' }));
  expect(keys(messagesReducer(taken, answer([], '100')))).toEqual(['k1']);
  expect(keys(messagesReducer(taken, answer([], '101')))).toEqual([]);
});

test('a failed message stays in place, and waits again when it is retried', () => {
  const failure = { code: 'NETWORK', status: 0, message: '', fields: {}, details: {} };
  const state = given(sendAsked(anOutgoing('k1')), sendAsked(anOutgoing('k2')), sendFailed({ key: 'k1', failure }));
  expect(state.outbox.map(({ key, state: now }) => [key, now])).toEqual([
    ['k1', 'failed'],
    ['k2', 'waiting'],
  ]);
  expect(messagesReducer(state, sendRetried('k1')).outbox[0]).toMatchObject({ key: 'k1', state: 'waiting', failure: null });
});

test('messages of the outbox outlive the conversation on the screen', () => {
  const state = given(opened(TICKET), sendAsked(anOutgoing('k1')), closed(TICKET), opened(childOf(2, 1)));
  expect(keys(state)).toEqual(['k1']);
});

test('the last twenty conversations are kept', () => {
  const ids = Array.from({ length: 25 }, (_, n) => childOf(n + 1, 1));
  const state = given(...ids.map((id) => opened(id)));
  expect(Object.keys(state.conversations)).toEqual(ids.slice(-20));
});

test('the quoted message is forgotten when the answer is sent', () => {
  const quote = {
    id: childOf(1, 7),
    body: 'Oi',
    fromMe: false,
    isDeleted: false,
    author: 'Otávio',
    hidden: false,
    kind: null,
    thumbnailUrl: null,
  };
  const chosen = given(replyChosen({ ticketId: TICKET, quote }));
  expect(chosen.replies[TICKET]).toEqual(quote);
  expect(messagesReducer(chosen, sendAsked(anOutgoing('k1', { quoted: quote }))).replies).toEqual({});
});

test('an answer without changes keeps the same message objects; otherwise only changed ones are replaced', () => {
  const [first, second] = [1, 2].map((n) => aMessage({ id: childOf(1, 100 + n), ticketId: TICKET, body: `Mensagem ${n}` }));
  const shown = (state: MessagesState) => messagesOf(state.conversations[TICKET]!);
  const before = given(opened(TICKET), answer([first!, second!]));
  const again = messagesReducer(before, answer([{ ...first! }, { ...second! }], '300'));
  expect(shown(again)).toBe(shown(before));
  expect(again.conversations[TICKET]!.live.asOf).toBe('300');
  const changed = shown(messagesReducer(before, answer([{ ...first! }, { ...second!, ack: 3 }], '300')));
  expect(changed[0]).toBe(shown(before)[0]);
  expect(changed[1]).toEqual({ ...second, ack: 3 });
});

test('what this device has stored is shown in a conversation that is being opened, but not over an answer', () => {
  const [stored, fresh] = [aMessage({ id: childOf(1, 1), ticketId: TICKET }), aMessage({ id: childOf(1, 2), ticketId: TICKET })];
  const { conversations } = given(opened(TICKET), answer([stored]));
  const shown = (state: MessagesState) => Object.keys(state.conversations[TICKET]!.live.byId);
  const opening = given(opened(TICKET), conversationsRestored(conversations));
  expect([shown(opening), opening.conversations[TICKET]!.opening]).toEqual([[stored.id], true]);
  expect(shown(given(opened(TICKET), answer([fresh]), conversationsRestored(conversations)))).toEqual([fresh.id]);
});
