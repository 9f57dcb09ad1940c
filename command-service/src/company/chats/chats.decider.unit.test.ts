import { type ChatFact, limits, type Unstored } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import { type ChatCommand, chats } from './chats.decider.ts';

const chatId = 'chat';
const [ana, bruno, carla] = (['ana', 'bruno', 'carla'] as const).map((userId) => ({ userId, profile: 'user' as const })) as [
  Asker,
  Asker,
  Asker,
];
type Asker = ChatCommand['by'];
type Event = Unstored<ChatFact>;
const anaAsAdmin = { ...ana, profile: 'admin' } as const;
const colleagues = ['ana', 'bruno', 'carla'];
const created: Event = { type: 'ChatCreated', data: { chatId, title: 'Loja', ownerId: 'ana', memberIds: ['ana', 'bruno'] } };
const posted = (seq: number, senderId: string) =>
  ({
    type: 'ChatMessagePosted',
    data: { chatId, messageId: `m${seq}`, seq, senderId, message: 'Oi', media: null, clientId: null },
  }) as const;
const post = (by: Asker) => ({ do: 'post message', messageId: 'm9', message: 'Oi', media: null, clientId: 'k', by }) as const;
const changed = (more: object): Event =>
  ({ type: 'ChatChanged', data: { chatId, added: [], removed: [], upTo: 0, ...more } }) as const;

test('who begins a chat owns it and belongs to it, with the colleagues that they chose, each once', () =>
  given(chats, [])
    .when({ do: 'create chat', chatId, title: 'Loja', users: ['bruno', 'ana', 'bruno'], colleagues, by: ana })
    .gives([created]));

test('somebody who is no colleague cannot be chosen', () => {
  const users = ['zoe'];
  given(chats, []).when({ do: 'create chat', chatId, title: 'L', users, colleagues, by: ana }).refuses('ERR_NO_USER_FOUND');
  given(chats, [created]).when({ do: 'change chat', users, colleagues, by: ana }).refuses('ERR_NO_USER_FOUND');
});

test('a chat has 256 members at most', () => {
  const many = Array.from({ length: limits.chatMembers }, (_, n) => `u${n}`);
  given(chats, [])
    .when({ do: 'create chat', chatId, title: 'L', users: many, colleagues: many, by: ana })
    .refuses('ERR_VALIDATION', { users: 'Too Long!' });
});

test('the messages of a chat are numbered', () =>
  given(chats, [created, posted(1, 'ana'), posted(2, 'bruno')])
    .when(post(bruno))
    .givesLike([{ type: 'ChatMessagePosted', data: { seq: 3, senderId: 'bruno', clientId: 'k' } }]));

test('to whoever does not belong to a chat it does not exist, administrators included; nor to anybody once it is deleted', () => {
  const outsider = { ...carla, profile: 'admin' } as const;
  const gone = { type: 'ChatDeleted', data: { chatId, memberIds: ['ana', 'bruno'] } };
  for (const [events, by] of [
    [[created], outsider],
    [[], ana],
    [[created, gone], anaAsAdmin],
    [[created, changed({ removed: ['bruno'] })], bruno],
  ] as [Event[], Asker][])
    for (const command of [
      post(by),
      { do: 'read chat', by },
      { do: 'delete chat', by },
      { do: 'change chat', title: 'X', colleagues, by },
    ] as ChatCommand[])
      given(chats, events).when(command).refuses('ERR_NO_CHAT_FOUND');
});

describe('only the owner', () => {
  test('changes title and members; the change says how much the new ones find read', () => {
    given(chats, [created, posted(1, 'ana')])
      .when({ do: 'change chat', title: 'Vendas', users: ['carla'], colleagues, by: ana })
      .gives([{ type: 'ChatChanged', data: { chatId, title: 'Vendas', added: ['carla'], removed: ['bruno'], upTo: 1 } }]);
    given(chats, [created]).when({ do: 'change chat', title: 'X', colleagues, by: bruno }).refuses('ERR_NO_PERMISSION');
    given(chats, [created])
      .when({ do: 'change chat', title: 'Loja', users: ['bruno'], colleagues, by: ana })
      .gives([]);
  });

  test('stays a member, and a colleague who was deleted meanwhile is left out', () =>
    given(chats, [created])
      .when({ do: 'change chat', users: ['bruno'], colleagues: ['ana'], by: ana })
      .gives([changed({ removed: ['bruno'] })]));

  test('deletes it, as an administrator', () => {
    given(chats, [created])
      .when({ do: 'delete chat', by: anaAsAdmin })
      .gives([{ type: 'ChatDeleted', data: { chatId, memberIds: ['ana', 'bruno'] } }]);
    given(chats, [created]).when({ do: 'delete chat', by: ana }).refuses('ERR_NO_PERMISSION');
    const other = { ...bruno, profile: 'admin' } as const;
    given(chats, [created]).when({ do: 'delete chat', by: other }).refuses('ERR_NO_PERMISSION');
  });
});

test('reading is told once: what a member wrote is read, and so is what was there before they came', () => {
  given(chats, [created, posted(1, 'ana')])
    .when({ do: 'read chat', by: bruno })
    .gives([{ type: 'ChatRead', data: { chatId, userId: 'bruno', upTo: 1 } }]);
  given(chats, [created, posted(1, 'ana'), { type: 'ChatRead', data: { chatId, userId: 'bruno', upTo: 1 } }])
    .when({ do: 'read chat', by: bruno })
    .gives([]);
  given(chats, [created, posted(1, 'ana')])
    .when({ do: 'read chat', by: ana })
    .gives([]);
  given(chats, [created, posted(1, 'ana'), changed({ added: ['carla'], upTo: 1 })])
    .when({ do: 'read chat', by: carla })
    .gives([]);
});
