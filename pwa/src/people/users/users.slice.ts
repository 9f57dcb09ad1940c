import { embedded, inOrder, type PushFrame, pushedBy, type UserView, userEmbeds, userRoutes } from '@prosa/contracts';
import { isNewer } from '../../kernel/calls/positions.ts';
import type { LiveList } from '../../kernel/lists/live-list.ts';
import { createLookup } from '../../kernel/lists/lookup.ts';

/** Applies pushes of records embedded in users. */
const embeds = (list: LiveList<UserView>, frame: PushFrame): LiveList<UserView> => {
  const pushed = pushedBy(frame);
  if (!pushed || !userEmbeds[pushed.channel]) return list;
  let byId = list.byId;
  for (const user of Object.values(list.byId)) {
    const after = embedded(userEmbeds, user, pushed);
    if (after !== user && isNewer(frame.position, list.at[user.id])) byId = { ...byId, [user.id]: after };
  }
  return byId === list.byId ? list : { ...list, byId };
};

/** The company's users by name. */
export const users = createLookup({
  name: 'users',
  channel: 'user',
  route: userRoutes.listAll,
  recordsOf: ({ users }) => users,
  compare: inOrder('name'),
  embeds,
});
