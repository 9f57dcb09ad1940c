import { conversationOf, conversationStream, type ErrorCode, Refused } from '@prosa/contracts';
import type { Handle, Handled, Handling } from '../../kernel/handler.ts';
import type { ReferenceData } from '../../kernel/reference-data.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import { type ConversationCommand, conversation, Moved, type WholeState } from './conversation.decider.ts';

type Distributed<Command> = Command extends unknown ? Omit<Command, 'key' | 'commandId'> : never;
/** A command without the fields of its envelope. */
export type Asked = Distributed<ConversationCommand>;
export type Conversed = Handled<WholeState, ConversationEvent> & { key: string };

type Envelope = Pick<
  Handling<never, never, never>,
  'commandId' | 'commandHash' | 'actor' | 'companyId' | 'causationId' | 'bulk'
> & {
  /** The conversation's key. */
  key: string;
  missing: ErrorCode;
  /** The contact, if the conversation may not have begun. */
  contactId?: string;
};

/**
 * Sends a command to its conversation, and on to the one that continues it. `asked` may be a function of key and state; it is called again
 * for each attempt.
 */
export type Converse = (
  envelope: Envelope,
  asked: Asked | ((state: WholeState, key: string) => Asked | Promise<Asked>),
) => Promise<Conversed>;

const MOVES = 5;

export const createConverse =
  (handle: Handle): Converse =>
  async ({ key: first, contactId, ...envelope }, asked) => {
    let key = first;
    for (let moves = 0; ; moves += 1) {
      try {
        const enveloped = (command: Asked) => ({ ...command, key, commandId: envelope.commandId }) as ConversationCommand;
        const handled = await handle({
          ...envelope,
          decider: conversation,
          stream: conversationStream(key),
          command: async (state) => enveloped(typeof asked === 'function' ? await asked(state, key) : asked),
          contactId: ({ started }) => started?.contactId ?? contactId,
        });
        return { ...handled, key };
      } catch (error) {
        if (!(error instanceof Moved) || moves >= MOVES) throw error;
        key = error.to;
      }
    }
  };

/** Returns the conversation's key from the id of a ticket or message. Throws Refused with the code `missing` for any other id. */
export const keyOf = (id: string, missing: ErrorCode): string => {
  const key = conversationOf(id);
  if (key === null) throw new Refused(missing);
  return key;
};

/** Adds to a refusal the name of the user who was quicker. */
export const namingTheWinner = async <Result>(
  referenceData: ReferenceData,
  companyId: string,
  work: Promise<Result>,
): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refused && error.code === 'ERR_TICKET_MOVED')
      throw await namingThePlace(referenceData, companyId, error);
    const userId = error instanceof Refused && error.code === 'ERR_OTHER_OPEN_TICKET' ? error.details?.userId : undefined;
    if (typeof userId !== 'string') throw error;
    const name = (await referenceData.users(companyId)).get(userId)?.name ?? null;
    throw new Refused('ERR_OTHER_OPEN_TICKET', { details: { userId, name } });
  }
};

/** Adds to the refusal who handed the ticket over, and where it is now. */
const namingThePlace = async (
  referenceData: ReferenceData,
  companyId: string,
  { code, details = {} }: Refused,
): Promise<Refused> => {
  const [users, queues] = await Promise.all([referenceData.users(companyId), referenceData.queues(companyId)]);
  const named = (all: ReadonlyMap<string, { name: string | null }>, id: unknown) => all.get(String(id))?.name ?? null;
  const { byId, userId, queueId, closed } = details;
  return new Refused(code, {
    details: { by: named(users, byId), userId, user: named(users, userId), queue: named(queues, queueId), closed },
  });
};
