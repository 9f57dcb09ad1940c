import type { UserView } from '@prosa/contracts';
import { createSelector } from '@reduxjs/toolkit';
import { remember, remembered } from '../../../kernel/device/storage.ts';
import { selectMe } from '../../../people/sessions/sessions.slice.ts';
import { users } from '../../../people/users/users.slice.ts';
import { sumOf } from './ticket-counts.ts';
import { selectAttendants, selectCounts, selectScope, type WithTickets } from './tickets.selectors.ts';
import type { Whose } from './tickets.slice.ts';

/** What the person who is signed in chose last on this device. */
export const rememberedWhose = (): Whose => {
  const [userId, all, attendantId] = (remembered('ticketsOf') ?? '').split(' ');
  if (!userId || userId !== remembered('userId')) return { showAll: true, attendantId: null };
  return { showAll: all !== 'own', attendantId: attendantId || null };
};

export const rememberWhose = ({ showAll, attendantId }: Whose): void =>
  remember('ticketsOf', [remembered('userId') ?? '', showAll ? 'all' : 'own', attendantId ?? ''].join(' '));

/** Number of open tickets of each user in the chosen queues. */
const selectOpenOf = createSelector([selectCounts, selectScope], (counts, scope) => {
  const ids = new Set(counts.ids.flatMap((id) => counts.byId[id]!.userId ?? []));
  return new Map(
    [...ids].map((id) => {
      const of = { ...scope, userIds: [id] };
      return [id, sumOf(counts, 'open', of) - sumOf(counts, 'open', of, 'snoozed')];
    }),
  );
});

export type Attendant = Pick<UserView, 'id' | 'name' | 'profilePicUrl'> & { count: number | null };

/**
 * Whose tickets a list can be narrowed to, oneself first: of open ones those who serve some, with their number, and who is chosen. Closed ones
 * are not counted by user.
 */
export const selectAttendantChoices = createSelector(
  [users.selectAll, selectMe, selectOpenOf, selectAttendants, (_: WithTickets, list: 'open' | 'closed') => list],
  (all, me, openOf, chosen, list): Attendant[] =>
    all
      .filter(({ id }) => list === 'closed' || id === me?.id || openOf.has(id) || chosen.includes(id))
      .map(({ id, name, profilePicUrl }) => ({
        id,
        name,
        profilePicUrl,
        count: list === 'closed' ? null : (openOf.get(id) ?? 0),
      }))
      .toSorted((a, b) => Number(b.id === me?.id) - Number(a.id === me?.id)),
);
