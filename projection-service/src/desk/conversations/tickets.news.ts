import { limits, type Mention, type Meta } from '@prosa/contracts';

/** Somebody who is named: by whom, and when. */
export type Named = { userId: string; byId: string; at: string };
export const mentionColumns = (mentions: Named[]) => ({
  mentions,
  mentionedIds: mentions.map(({ userId }) => userId),
  mentionedByIds: mentions.map(({ byId }) => byId),
});
export const without = ({ mentions }: { mentions: Named[] }, gone: readonly string[]): Named[] =>
  mentions.filter(({ userId }) => !gone.includes(userId));

/** Adds those whom somebody else names, once each. */
const naming = (row: { mentions: Named[] }, userIds: readonly string[], byId: string, { at }: Meta) => {
  const ids = [...new Set(userIds)].filter((id) => id !== byId);
  const named = ids.map((userId) => ({ userId, byId, at: at.toISOString() }));
  return mentionColumns([...without(row, ids), ...named].slice(-limits.newToMax));
};

type Observed = { data: { mentions?: Mention[] | undefined; userId: string }; meta: Meta };
/** What changes by an observation of either kind. */
export const namedIn = <Row extends { mentions: Named[] }>(
  row: Row,
  { data: { mentions = [], userId }, meta }: Observed,
): Row => {
  const ids = mentions.map((mention) => mention.userId);
  return ids.length === 0 ? row : { ...row, ...naming(row, ids, userId, meta) };
};

/** Whether anything is new to anybody in a ticket: such tickets have an index, which is used by a query that says the same. */
export const HAS_NEWS = `handed_to is not null or mentioned_ids <> '{}'`;

/** To whom a ticket is new once an event has given it to somebody: nobody, if they took it themselves. */
export const handedTo = (userId: string | null, { actor }: Meta): string | null =>
  actor.kind === 'user' && actor.id === userId ? null : userId;
