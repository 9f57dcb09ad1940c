import type { UserView } from '@prosa/contracts';
import { createSelector } from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { afterFirstScreen } from '../../kernel/loading/first-screen.ts';
import { users } from './users.slice.ts';

const firstOf = (name: string): string => name.trim().split(/\s+/)[0]!;

/** The first name; with the initial of the last one where another of these names begins alike. */
export const briefName = (name: string, among: readonly string[]): string => {
  const first = firstOf(name);
  const words = name.trim().split(/\s+/);
  const isTwice = words.length > 1 && among.some((other) => other !== name && firstOf(other) === first);
  return isTwice ? `${first} ${[...words.at(-1)!][0]}.` : first;
};

const selectNames = createSelector([users.selectAll], (all: UserView[]) => all.flatMap(({ name }) => name ?? []));

export type Colleague = { brief: string; name: string | null; picture: string | null };

/**
 * How lines about colleagues show one of them; `name` is what is known without the company's users, who come after the first screen.
 */
export const useColleague = (id: string, name: string | null = null): Colleague => {
  const dispatch = useDispatch();
  const { live } = useSelector(users.selectState);
  const names = useSelector(selectNames);
  const isKnown = live.asOf !== null;
  useEffect(() => {
    if (!isKnown) afterFirstScreen(() => void dispatch(users.wanted()));
  }, [isKnown, dispatch]);
  const user = live.byId[id];
  const full = user?.name ?? name;
  return { brief: full === null ? '' : briefName(full, names), name: full, picture: user?.profilePicUrl ?? null };
};
