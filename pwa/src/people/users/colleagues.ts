import type { UserView } from '@prosa/contracts';
import { createSelector } from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { firstNames } from '../../kernel/i18n/first-names.ts';
import { afterFirstScreen } from '../../kernel/loading/first-screen.ts';
import { users } from './users.slice.ts';

const selectFirstNames = createSelector([users.selectAll], (all: UserView[]) =>
  firstNames(all.flatMap(({ name }) => name ?? [])),
);

export type Colleague = { brief: string; name: string | null; picture: string | null };

/**
 * How lines about colleagues show one of them; `name` is what is known without the company's users, who come after the first screen.
 */
export const useColleague = (id: string, name: string | null = null): Colleague => {
  const dispatch = useDispatch();
  const { live } = useSelector(users.selectState);
  const brief = useSelector(selectFirstNames);
  const isKnown = live.asOf !== null;
  useEffect(() => {
    if (!isKnown) afterFirstScreen(() => void dispatch(users.wanted()));
  }, [isKnown, dispatch]);
  const user = live.byId[id];
  const full = user?.name ?? name;
  return {
    brief: full === null ? '' : (brief.get(full) ?? full.trim().split(/\s+/)[0]!),
    name: full,
    picture: user?.profilePicUrl ?? null,
  };
};
