import { expect, test } from '@jest/globals';
import type { MessageView, PushFrame } from '@prosa/contracts';
import { aMessage, aPush, at, childOf, dice, frozen, idOf } from '../../../testing/records.ts';
import {
  atNewest,
  type Conversation,
  foldMessages,
  type MessagePage,
  newestOf,
  shownOf,
  withMessages,
  withNewer,
  withOlder,
  withPart,
} from './conversation.ts';

const TICKET = childOf(1, 2);
const OLDER = childOf(1, 1);

/** A model of a conversation's messages on the server, which returns the frames of each change. */
const aServer = (roll: () => number) => {
  let position = 1000;
  const users: Record<number, string> = { 1: 'Marina', 2: 'Rafael' };
  let contact = 'Otávio';
  const messages: (MessageView & { quotes: string | null; by: number | null })[] = [];
  const pick = <Item>(items: Item[]): Item => items[Math.floor(roll() * items.length)]!;
  const view = ({ quotes, by, ...message }: (typeof messages)[number]): MessageView => {
    const quoted = messages.find(({ id }) => id === quotes);
    const bodyOf = (of: MessageView) => (of.isDeleted ? '' : of.body);
    return {
      ...message,
      body: bodyOf(message),
      contact: { id: message.contactId, name: contact },
      user: by === null ? null : { id: idOf(1, by), name: users[by]! },
      quotedMsg: quoted
        ? {
            id: quoted.id,
            body: bodyOf(quoted),
            fromMe: quoted.fromMe,
            isDeleted: quoted.isDeleted,
            author: quoted.by === null ? contact : users[quoted.by]!,
            hidden: false,
            kind: null,
            thumbnailUrl: null,
          }
        : null,
    };
  };
  const write = (ticketId: string, by: number | null, quotes: string | null = null): PushFrame[] => {
    position += 1;
    const n = messages.length + 1;
    const own = aMessage({
      id: childOf(1, 1000 + n),
      ticketId,
      body: `mensagem ${n}`,
      fromMe: by !== null,
      position: String(position),
      createdAt: at(n),
    });
    messages.push({ ...own, quotes, by });
    return [aPush('appMessage', 'create', view(messages.at(-1)!), position)];
  };
  const edit = (change: (message: MessageView) => Partial<MessageView>, which = messages): PushFrame[] => {
    position += 1;
    const message = pick(which);
    if (!message) return [];
    Object.assign(message, change(message));
    return [aPush('appMessage', 'update', view(message), position)];
  };
  const acts = {
    received: () => write(TICKET, null),
    sent: () => write(TICKET, pick([1, 2]), pick([null, pick(messages)?.id ?? null])),
    acked: () => edit(({ ack }) => ({ ack: Math.min(5, ack + 1), state: null, failure: null })),
    failed: () => edit(() => ({ state: 'failed', failure: 'Sem rede' })),
    unsure: () => edit(() => ({ state: 'unsure', failure: null })),
    retried: () => edit(({ attempt }) => ({ state: null, failure: null, attempt: attempt + 1 })),
    deleted: () => edit(() => ({ isDeleted: true })),
    read: () => edit(() => ({ read: true })),
    userRenamed: () => {
      position += 1;
      const n = pick([1, 2]);
      users[n] += '!';
      return [aPush('user', 'update', { id: idOf(1, n), name: users[n] }, position)];
    },
    contactRenamed: () => {
      position += 1;
      contact += '!';
      return [aPush('contact', 'update', { id: idOf(4, 1), name: contact }, position)];
    },
  };
  return {
    write,
    acts,
    all: () => messages.map(view),
    page: (size: number, before?: string): MessagePage => {
      const end = before === undefined ? messages.length : messages.findIndex(({ id }) => id === before);
      const from = Math.max(0, end - size);
      return { records: messages.slice(from, end).map(view), hasMore: from > 0, position: String(position) };
    },
    /** A page of `size` messages from a message on, or after it, and `before` messages preceding it. */
    from: (id: string, size: number, before: number, after = 0): MessagePage => {
      const at = messages.findIndex((message) => message.id === id) + after;
      const [from, end] = [Math.max(0, at - before), at + size];
      return {
        records: messages.slice(from, end).map(view),
        hasMore: from > 0,
        hasNewer: end < messages.length,
        position: String(position),
      };
    },
  };
};

const shown = ({ live: { ids, byId } }: Conversation) => ids.map((id) => byId[id]!);
const fold = (conversation: Conversation, frames: PushFrame[]) =>
  frames.reduce((now, frame) => foldMessages(frozen(now), TICKET, frozen(frame)), conversation);

test.each([3, 8, 1000])(
  'the earlier conversation plus the pushes equals the later one, whatever happens (pages of %i)',
  (size) => {
    const roll = dice(size);
    const server = aServer(roll);
    for (let n = 0; n < 6; n += 1) server.write(OLDER, n % 2 === 0 ? null : 1);
    for (let n = 0; n < 6; n += 1) server.write(TICKET, n % 3 === 0 ? 2 : null);
    const first = server.page(size);
    let conversation = withMessages(TICKET, [first], []);
    const late: PushFrame[] = [];
    const names = Object.keys(server.acts) as (keyof typeof server.acts)[];
    const expected = (now: Conversation) => server.all().slice(-now.live.ids.length);
    for (let step = 0; step < 200; step += 1) {
      const frames = server.acts[names[Math.floor(roll() * names.length)]!]();
      conversation = fold(conversation, frames);
      late.push(...frames);
      expect(shown(conversation).map(withoutUnloadedAuthors(conversation))).toEqual(
        expected(conversation).map(withoutUnloadedAuthors(conversation)),
      );
      expect(fold(conversation, frames)).toEqual(conversation);
      if (step % 50 === 49 && conversation.live.hasMore)
        conversation = withOlder(frozen(conversation), TICKET, server.page(size, conversation.live.ids[0]), []);
    }
    const slow = withMessages(TICKET, [first], late);
    expect(shown(slow).map(withoutUnloadedAuthors(slow))).toEqual(expected(slow).map(withoutUnloadedAuthors(slow)));
    expect(conversation.stale).toBe(false);
  },
);

/** A push of a user does not name the author of a quote: it is known only if the quoted message is loaded. */
const withoutUnloadedAuthors =
  ({ live }: Conversation) =>
  (message: MessageView): MessageView =>
    message.quotedMsg?.fromMe && !live.byId[message.quotedMsg.id]
      ? { ...message, quotedMsg: { ...message.quotedMsg, author: null } }
      : message;

const loaded = withMessages(
  TICKET,
  [{ records: [aMessage({ id: childOf(1, 50), ticketId: TICKET })], hasMore: true, position: '100' }],
  [],
);

test('a message of another conversation changes nothing', () => {
  const other = aPush('appMessage', 'create', aMessage({ id: childOf(2, 1), ticketId: childOf(2, 9), position: '101' }), 101);
  expect(foldMessages(loaded, TICKET, other)).toBe(loaded);
});

test('a change of a message that is not loaded waits for its page', () => {
  const old = aPush('appMessage', 'update', aMessage({ id: childOf(1, 20), ticketId: OLDER, position: '50' }), 101);
  expect(foldMessages(loaded, TICKET, old)).toBe(loaded);
});

test('a message of a ticket that is not loaded, or too large for a push, is fetched', () => {
  const reopened = aPush('appMessage', 'create', aMessage({ id: childOf(1, 60), ticketId: OLDER, position: '101' }), 101);
  expect(foldMessages(loaded, TICKET, reopened).stale).toBe(true);
  const large = aPush('appMessage', 'update', { id: childOf(1, 50), partial: true }, 101);
  expect(foldMessages(loaded, TICKET, large).stale).toBe(true);
});

test('of a long conversation the newest messages are kept, and the older ones can be loaded again', () => {
  const records = Array.from({ length: 5 }, (_, n) =>
    aMessage({ id: childOf(1, 100 + n), ticketId: TICKET, position: String(n + 1) }),
  );
  const whole = withMessages(TICKET, [{ records, hasMore: false, position: '9' }], []);
  const kept = newestOf({ ...whole, status: 'older' }, 3);
  expect(kept).toMatchObject({ status: 'ready', live: { ids: records.slice(2).map(({ id }) => id), hasMore: true, asOf: '9' } });
  expect(Object.keys(kept.live.byId)).toHaveLength(3);
  expect(newestOf(whole, 5).live).toEqual(whole.live);
});

/** A conversation of fifty messages at its newest five, with no older ones loaded. */
const longTalk = (roll: () => number) => {
  const server = aServer(roll);
  for (let n = 0; n < 50; n += 1) server.write(n < 10 ? OLDER : TICKET, n % 3 === 0 ? 1 : null);
  const at = (n: number) => server.all()[n]!.id;
  return { server, at, newest: withMessages(TICKET, [server.page(5)], []) };
};

/** The quoted message may be in the other of the two lists. */
const withoutAuthors = (message: MessageView): MessageView =>
  message.quotedMsg?.fromMe ? { ...message, quotedMsg: { ...message.quotedMsg, author: null } } : message;

test.each([1, 2, 3])(
  'a separate part is correct whatever happens, and is joined with the newest messages when it reaches them (%i)',
  (seed) => {
    const roll = dice(seed);
    const { server, at, newest } = longTalk(roll);
    let conversation = withPart(newest, TICKET, [server.from(at(20), 4, 4)], []);
    expect(shownOf(conversation).ids).toEqual(
      server
        .all()
        .slice(16, 24)
        .map(({ id }) => id),
    );
    const names = Object.keys(server.acts) as (keyof typeof server.acts)[];
    let joinedAfter = 0;
    for (let step = 1; step <= 300; step += 1) {
      conversation = fold(conversation, server.acts[names[Math.floor(roll() * names.length)]!]());
      if (step % 6 === 0 && conversation.part) {
        const page = server.from(conversation.part.ids.at(-1)!, 20, 0, 1);
        // Its answer is late: meanwhile changes arrive as pushes.
        const meanwhile = server.acts.received();
        conversation = withNewer(fold(conversation, meanwhile), TICKET, page, meanwhile);
        if (!conversation.part) joinedAfter = step;
      }
      if (step === 90) conversation = withOlder(frozen(conversation), TICKET, server.page(10, shownOf(conversation).ids[0]), []);
      const { ids, byId } = shownOf(conversation);
      const first = server.all().findIndex(({ id }) => id === ids[0]);
      const expected = server.all().slice(first, first + ids.length);
      expect(ids.map((id) => byId[id]!).map(withoutAuthors)).toEqual(expected.map(withoutAuthors));
      if (!conversation.part) expect(first + ids.length).toBe(server.all().length);
      const last = server.all().slice(-conversation.live.ids.length);
      expect(conversation.live.ids).toEqual(last.map(({ id }) => id));
    }
    expect(joinedAfter).toBeGreaterThan(0);
    expect(conversation.stale).toBe(false);
  },
);

test('around a message near the newest ones there is no separate part: the lists are joined', () => {
  const { server, at, newest } = longTalk(dice(7));
  const reached = withPart(newest, TICKET, [server.from(at(40), 6, 6)], []);
  expect([reached.part, reached.live.ids[0], reached.live.hasMore, reached.live.ids.length]).toEqual([null, at(34), true, 16]);
  const within = withPart(newest, TICKET, [server.from(at(48), 6, 2)], []);
  expect([within.part, within.live.ids[0], within.live.hasMore]).toEqual([null, at(45), true]);
});

test('a part is not kept when the user leaves, and from it one can return to the newest messages', () => {
  const { server, at, newest } = longTalk(dice(8));
  const apart = withPart(newest, TICKET, [server.from(at(20), 4, 4)], []);
  expect(newestOf(apart, 100).live.ids).toEqual(newest.live.ids);
  expect(newestOf(apart, 100).part).toBeNull();
  expect(shownOf(atNewest(apart)).ids).toEqual(newest.live.ids);
  expect(atNewest(newest)).toBe(newest);
});
