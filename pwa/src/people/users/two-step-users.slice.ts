import { twoStepRoutes } from '@prosa/contracts';
import { createLookup } from '../../kernel/lists/lookup.ts';

/** The users whose sign-in has two steps: only administrators may ask. */
export const twoStepUsers = createLookup({
  name: 'twoStepUsers',
  channel: 'userTwoStep',
  route: twoStepRoutes.list,
  recordsOf: ({ users }) => users,
  compare: (a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
});

/** Whether this user's sign-in has two steps. */
export const hasTwoStep = (state: unknown, id: string): boolean => twoStepUsers.selectState(state).live.byId[id] !== undefined;
