import type { CampaignReport, CampaignView, Shipping } from '@prosa/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../../../kernel/calls/api-error.ts';
import { plain } from '../../../kernel/lists/plain.ts';

type Page = { shipping: Shipping[]; cursor: string | null };
export type ReportState = {
  /** The campaign that is shown; null: none. */
  campaignId: string | null;
  status: 'loading' | 'ready' | 'failed';
  failure: Failure | null;
  campaign: CampaignView | null;
  report: CampaignReport | null;
  /** As of which position the figures are. */
  position: string | null;
  /** The recipients that were sent to, the latest first. */
  shipping: Shipping[];
  /** Where the older ones begin; null: there are none. */
  cursor: string | null;
  more: 'idle' | 'loading' | 'failed';
};
type Answer = Page & { id: string; campaign: CampaignView; report: CampaignReport; position: string | null };

const nothing: ReportState = {
  campaignId: null,
  status: 'loading',
  failure: null,
  campaign: null,
  report: null,
  position: null,
  shipping: [],
  cursor: null,
  more: 'idle',
};

/** Both, each recipient once, where the first page has it. */
const joined = (first: Shipping[], further: Shipping[]): Shipping[] => {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...further.filter(({ id }) => !known.has(id))];
};

const slice = createSlice({
  name: 'campaignReport',
  initialState: nothing,
  reducers: {
    /** The screen shows this campaign, until it is left. */
    shown: plain<ReportState, PayloadAction<string>>((_, { payload }) => ({ ...nothing, campaignId: payload })),
    left: plain<ReportState, PayloadAction<undefined>>(() => nothing),
    /** It is fetched again. */
    wanted: plain<ReportState, PayloadAction<undefined>>((state) => ({ ...state, failure: null })),
    answered: plain<ReportState, PayloadAction<Answer>>((state, { payload: { id, shipping, cursor, ...news } }) => {
      if (id !== state.campaignId) return state;
      // Older pages that were fetched stay, and with them where they end.
      const isPaged = state.shipping.length > shipping.length;
      return {
        ...state,
        ...news,
        status: 'ready',
        failure: null,
        shipping: isPaged ? joined(shipping, state.shipping) : shipping,
        cursor: isPaged ? state.cursor : cursor,
      };
    }),
    /** Figures that are shown stay. */
    failed: plain<ReportState, PayloadAction<{ id: string; failure: Failure }>>((state, { payload: { id, failure } }) =>
      id !== state.campaignId || state.status === 'ready' ? state : { ...state, status: 'failed', failure },
    ),
    moreWanted: plain<ReportState, PayloadAction<undefined>>((state) => ({ ...state, more: 'loading' })),
    moreAnswered: plain<ReportState, PayloadAction<Page & { id: string }>>((state, { payload: { id, shipping, cursor } }) =>
      id !== state.campaignId ? state : { ...state, more: 'idle', shipping: joined(state.shipping, shipping), cursor },
    ),
    moreFailed: plain<ReportState, PayloadAction<undefined>>((state) => ({ ...state, more: 'failed' })),
  },
});
export const { shown, left, wanted, answered, failed, moreWanted, moreAnswered, moreFailed } = slice.actions;
export const reportSlice = slice;
export const selectReport = (state: unknown): ReportState => (state as { campaignReport: ReportState }).campaignReport;
