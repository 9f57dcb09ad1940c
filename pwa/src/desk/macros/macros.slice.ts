import { macros as definition, inOrder } from '@prosa/contracts';
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { createLookup } from '../../kernel/lists/lookup.ts';
import type { Step } from './macros.model.ts';

/** The macros that the user may use, by shortcut; fetched when they are first wanted. */
export const macros = createLookup({
  name: 'macros',
  channel: 'macro',
  route: definition.routes.listAll,
  recordsOf: ({ macros }) => macros,
  compare: inOrder('shortcode'),
});

/** A macro with all that it needs for a ticket. `signature`: the name above its messages; null for none. */
export type Applied = { ticketId: string; name: string; signature: string | null; steps: Step[] };

/** Does the acts of a macro to a ticket, one after the other. */
export const macroApplied = createAction<Applied>('macros/applied');

/** The macro that is being applied, with the number of acts that were begun. */
export type Progress = { ticketId: string; name: string; begun: number; total: number };
type State = { running: Progress | null };

const applying = createSlice({
  name: 'applying',
  initialState: { running: null } as State,
  reducers: { progressed: (_, { payload }: PayloadAction<Progress | null>) => ({ running: payload }) },
});

export const { progressed } = applying.actions;
export const applyingSlice = applying;
export const selectProgress = ({ applying }: { applying: State }): Progress | null => applying.running;
