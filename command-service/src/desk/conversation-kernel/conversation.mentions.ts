import { type Mention, Refused, type Seen, sees, servesTickets, type Viewer } from '@prosa/contracts';

/** A colleague whom a text names, as the rules judge them; `viewer` is null if there is nobody of that id. */
export type Named = Mention & { viewer: Viewer | null };

/**
 * Returns the mentions for an event, none for an empty list; refuses who does not see the ticket, or only looks at it: they could not do
 * what they are asked. */
export const mentionsOf = (named: readonly Named[], ticket: Seen): { mentions?: Mention[] } => {
  if (named.length === 0) return {};
  const mentions = named.map(({ viewer, ...mention }) => {
    if (!viewer) throw new Refused('ERR_NO_USER_FOUND');
    if (!sees(viewer, ticket) || !servesTickets(viewer)) throw new Refused('ERR_MENTION_UNSEEN');
    return mention;
  });
  return { mentions };
};
