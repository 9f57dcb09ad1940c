import { z } from 'zod';
import { event, type FactOf, personal } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { MediaFacts } from '../../media/media.facts.ts';

const chatId = f.id;
const members = z.array(f.id).max(limits.chatMembers);
/** Number of a message in its chat, from 1. */
const seq = z.number().int().nonnegative();

/** A chat among colleagues, `chat-{id}`: its members, its messages, and up to which message each member has read. */
export const chatEvents = {
  ChatCreated: event('ChatCreated', z.object({ chatId, title: z.string(), ownerId: f.id, memberIds: members })),
  /** The members in `added` find the messages up to `upTo` read. */
  ChatChanged: event(
    'ChatChanged',
    z.object({ chatId, title: z.string().optional(), added: members.default([]), removed: members.default([]), upTo: seq }),
  ),
  /** Sealed with the key of the sender, as its file is; the file is sealed for the subject `contact`, which is the sender here. */
  ChatMessagePosted: event(
    'ChatMessagePosted',
    z.object({
      chatId,
      messageId: f.id,
      seq,
      senderId: f.id,
      message: personal(z.string(), 'senderId'),
      media: MediaFacts.nullable(),
      clientId: z.string().nullable(),
    }),
  ),
  ChatRead: event('ChatRead', z.object({ chatId, userId: f.id, upTo: seq })),
  /** `memberIds`: who belonged to it at the end. */
  ChatDeleted: event('ChatDeleted', z.object({ chatId, memberIds: members })),
};
/** The stream of a chat. */
export const chatStream = (chatId: string): string => `chat-${chatId}`;
export type ChatFact = FactOf<typeof chatEvents>;
