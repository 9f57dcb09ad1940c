import { Refused, roomOfChats, routes } from '@prosa/contracts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { definePush, definePushIn } from '../../kernel/push.ts';
import { assertMember, chatMessageRecords, chatRecords, chatUserRecords, listChats, listMessages } from './chats.queries.ts';
import { type ChatRow, chatMemberRows, chatMessageRows, chatRows } from './chats.rows.ts';

const roomsOf = (chat: ChatRow): string[] => Object.keys(chat.reads).map(roomOfChats);

/** Chats among colleagues: whoever does not belong to one reads and hears nothing of it. */
export const chats: Feature = {
  name: 'chats',
  tables: [chatRows, chatMemberRows, chatMessageRows],
  pushes: [
    definePush(chatRows, {
      channel: 'chat',
      rooms: roomsOf,
      records: chatRecords,
      action: (before, after) => (after.seq > before.seq ? 'new-message' : undefined),
    }),
    definePush(chatMemberRows, {
      channel: 'chat-user',
      rooms: ({ userId }) => [roomOfChats(userId)],
      records: chatUserRecords,
    }),
    definePushIn(
      chatMessageRows,
      { rows: chatRows, id: (row) => row.chatId, rooms: roomsOf },
      { channel: 'chat-message', records: chatMessageRecords },
    ),
  ],
  routes: (app, reader) => {
    readRoute(app, reader, routes.chats.list, ({ db, asker, query }) => listChats(db, asker.userId, query));
    readRoute(app, reader, routes.chats.show, async ({ db, asker, params: { id } }) => {
      await assertMember(db, id, asker.userId);
      const chat = (await chatRecords(db, [id])).get(id);
      if (!chat) throw new Refused('ERR_NO_CHAT_FOUND');
      return chat;
    });
    readRoute(app, reader, routes.chats.messages, async ({ db, asker, params: { id }, query }) => {
      await assertMember(db, id, asker.userId);
      return listMessages(db, id, query);
    });
  },
};
