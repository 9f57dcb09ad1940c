import type { Mention, TicketStatus, Viewer } from '@prosa/contracts';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import type { Caller, Deps } from '../../kernel/deps.ts';
import type { ChangeBody } from '../conversations/conversation.commands.ts';
import { type Conversed, createConverse, keyOf, namingTheWinner } from '../conversations/conversations.ts';
import { namedBy } from '../conversations/named.ts';
import { onBehalf } from './on-behalf.ts';
import { assertTag, rulesFor } from './tickets.facts.ts';

/** The change of a ticket that a call requests; ids as the caller wrote them. */
export type AskedChange = {
  status?: TicketStatus | undefined;
  userId?: string | null | undefined;
  queueId?: string | null | undefined;
  withoutRating?: boolean | undefined;
  note?: string | undefined;
  mentions?: readonly Mention[] | undefined;
  servedBy?: string | null | undefined;
  msgAutomatic: boolean;
  undoable?: boolean | undefined;
};
type NamedTag = string | { id: string };
export type AskedTags = {
  /** The complete set; if absent, the ticket's current tags. */
  tags?: readonly NamedTag[] | undefined;
  /** Added to that set. */
  addTags?: readonly NamedTag[] | undefined;
};
/** `bulk`: one of many, so it must not evict recently used streams from the cache. */
type Identity = CommandIdentity & { bulk?: boolean };
type By = Viewer & Pick<Caller, 'companyId' | 'scopes'>;

/** Carries out the changes that users request, for one ticket or for many at once. */
export const ticketChanges = (deps: Deps) => {
  const converse = createConverse(deps.handle);
  return {
    change: async (identity: Identity, caller: By, ticketId: string, asked: AskedChange): Promise<Conversed> => {
      const by = await onBehalf(deps, caller, asked);
      const { status, userId, queueId, note, mentions, servedBy } = asked;
      const { msgAutomatic: automatic, withoutRating = false, undoable = false } = asked;
      const body: ChangeBody = {
        status,
        ...(userId !== undefined && { userId: lower(userId) }),
        ...(queueId !== undefined && { queueId: lower(queueId) }),
        ...(servedBy !== undefined && { servedBy: lower(servedBy) }),
        ...(note && { note, named: await namedBy(deps, by.companyId, mentions) }),
      };
      return namingTheWinner(
        deps.referenceData,
        by.companyId,
        converse({ ...identity, ...ofTicket(ticketId) }, async (state) => ({
          do: 'change ticket',
          ticketId,
          by,
          body,
          undoable,
          rules: await rulesFor(deps, by.companyId, state, body, { automatic, withoutRating }),
        })),
      );
    },
    tag: (identity: Identity, by: By, ticketId: string, { tags, addTags = [] }: AskedTags): Promise<Conversed> =>
      converse({ ...identity, ...ofTicket(ticketId) }, async ({ tickets }) => {
        const named = [...(tags ?? []), ...addTags].map(idOf);
        await Promise.all(named.map((id) => assertTag(deps, by.companyId, id)));
        const tagIds = tags ? named : [...(tickets.get(ticketId)?.tagIds ?? []), ...named];
        return { do: 'tag ticket', ticketId, by, tagIds };
      }),
  };
};

/** The key of a ticket's conversation, and the error if there is none. */
export const ofTicket = (ticketId: string) => {
  const missing = 'ERR_NO_TICKET_FOUND' as const;
  return { key: keyOf(ticketId, missing), missing };
};

export const lower = (id: string | null | undefined): string | null => id?.toLowerCase() ?? null;
const idOf = (tag: NamedTag): string => (typeof tag === 'string' ? tag : tag.id).toLowerCase();
