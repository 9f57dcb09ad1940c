import { given, stateAfter } from '../../kernel/given.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import { conversation } from '../conversations/conversation.decider.ts';
import * as f from '../conversations/conversation.fixture.ts';

const { ana, bruno, carla, stranger, t1, q1 } = f;
const when = (events: readonly ConversationEvent[], command: ReturnType<typeof f.command>) =>
  given(conversation, events).when(command);
const body = '@bruno e @carla, o cliente ligou';
const [toBruno, toCarla] = [
  { userId: 'bruno', at: 0, length: 6 },
  { userId: 'carla', at: 9, length: 6 },
];
const observe = (mentions: NonNullable<Extract<Parameters<typeof f.command>[0], { do: 'observe' }>['mentions']>) =>
  f.command({ do: 'observe', ticketId: t1, by: ana, body, clientId: null, mentions });
const observed = (...userIds: string[]): ConversationEvent => ({
  type: 'MessageObserved',
  data: {
    ticketId: t1,
    messageId: f.s1,
    body,
    clientId: null,
    userId: 'ana',
    mentions: userIds.map((userId, n) => ({ userId, at: n * 9, length: 6 })),
  },
});
const see = (by = bruno) => f.command({ do: 'see ticket', ticketId: t1, by });
const seen = (userId: string): ConversationEvent => ({ type: 'TicketSeen', data: { ticketId: t1, userId } });
const transferred: ConversationEvent = { type: 'TicketTransferred', data: { ticketId: t1, queueId: q1, userId: 'bruno' } };

test('an observation names colleagues who see the ticket', () => {
  when(
    f.open,
    observe([
      { ...toBruno, viewer: bruno },
      { ...toCarla, viewer: carla },
    ]),
  ).givesLike([{ type: 'MessageObserved', data: { body, mentions: [toBruno, toCarla] } }]);
});

test('one that names nobody says nothing of names', () => {
  const [event] = conversation.decide(observe([]), stateAfter(conversation, f.open));
  expect(Object.keys(event!.data)).not.toContain('mentions');
});

test('nobody of that id is not named, nor is who does not see the ticket', () => {
  when(f.open, observe([{ ...toBruno, viewer: null }])).refuses('ERR_NO_USER_FOUND');
  when(
    f.open,
    observe([
      { ...toBruno, viewer: bruno },
      { ...toCarla, viewer: stranger },
    ]),
  ).refuses('ERR_MENTION_UNSEEN');
});

test('who was named sees the ticket, once for all mentions until then', () => {
  when([...f.open, observed('bruno')], see()).gives([seen('bruno')]);
  when([...f.open, observed('bruno'), observed('bruno', 'carla'), seen('bruno')], see()).gives([]);
  when([...f.open, observed('bruno', 'carla'), seen('bruno')], see(carla)).gives([seen('carla')]);
  when([...f.open, observed('bruno'), seen('bruno'), observed('bruno')], see()).gives([seen('bruno')]);
});

test('so does who was given the ticket by somebody else', () => {
  when([...f.open, transferred], see()).gives([seen('bruno')]);
  const distributed: ConversationEvent = { type: 'TicketAccepted', data: { ticketId: t1, userId: 'bruno', distributed: true } };
  when([...f.pending, distributed], see()).gives([seen('bruno')]);
});

test('nothing is new to anybody else; who does not see the ticket finds none', () => {
  when([...f.open, observed('bruno'), transferred], see(carla)).gives([]);
  when([...f.open, observed('bruno')], see(stranger)).refuses('ERR_NO_TICKET_FOUND');
});
