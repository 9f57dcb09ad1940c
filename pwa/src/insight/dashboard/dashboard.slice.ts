import type { DashboardFilter, DashboardView, FirstSteps } from '@prosa/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../../kernel/calls/api-error.ts';
import { isNewer } from '../../kernel/calls/positions.ts';
import { plain } from '../../kernel/lists/plain.ts';

export type DashboardState = {
  /** The filter that is shown or being fetched; null before the first choice. */
  filter: DashboardFilter | null;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  failure: Failure | null;
  /** While another filter's figures are loading, those of the one before. */
  view: DashboardView | null;
  /** The filter that `view` answers, and as of which position. */
  answered: DashboardFilter | null;
  position: string | null;
  /** The company's first steps; null while they are not known. */
  steps: FirstSteps | null;
};
type Answer = { filter: DashboardFilter; view: DashboardView; position: string | null };

const initialState: DashboardState = {
  filter: null,
  status: 'idle',
  failure: null,
  view: null,
  answered: null,
  position: null,
  steps: null,
};

const dashboard = createSlice({
  name: 'dashboard',
  initialState,
  reducers: {
    /** The figures of a period are wanted, those shown so far again if it is the same. */
    filtered: plain<DashboardState, PayloadAction<DashboardFilter>>((state, { payload: filter }) => ({
      ...state,
      filter,
      status: 'loading',
      failure: null,
    })),
    /** An answer for another filter than the chosen one, or an older one, changes nothing. */
    answered: plain<DashboardState, PayloadAction<Answer>>((state, { payload: { filter, view, position } }) => {
      if (filter !== state.filter) return state;
      if (state.answered === filter && position !== null && isNewer(state.position ?? '0', position)) return state;
      return { ...state, filter, status: 'ready', failure: null, view, answered: filter, position };
    }),
    /** The figures that are shown stay, if they answer the chosen filter. */
    failed: plain<DashboardState, PayloadAction<{ filter: DashboardFilter; failure: Failure }>>((state, { payload }) =>
      payload.filter !== state.filter || state.answered === state.filter
        ? state
        : { ...state, status: 'failed', failure: payload.failure, view: null, answered: null, position: null },
    ),
    stepped: plain<DashboardState, PayloadAction<FirstSteps>>((state, { payload: steps }) => ({ ...state, steps })),
    /** The screen is shown, or left: pushes renew it only meanwhile. */
    shown: plain<DashboardState, PayloadAction<undefined>>((state) => state),
    left: plain<DashboardState, PayloadAction<undefined>>((state) => state),
  },
});
export const { filtered, answered, failed, stepped, shown, left } = dashboard.actions;
export const dashboardSlice = dashboard;

/** Whether all first steps have been taken. One that is undone later (a person leaves) shows when the dashboard is loaded anew. */
export const areTaken = ({ sample: _, ...steps }: FirstSteps): boolean => Object.values(steps).every(Boolean);

export const selectDashboard = (state: unknown): DashboardState => (state as { dashboard: DashboardState }).dashboard;
