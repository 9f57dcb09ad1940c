import { type SavedView, ticketRoutes } from '@prosa/contracts';
import { useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import { call } from '../../kernel/calls/client.ts';
import { queryOf } from '../tickets/state/tickets.filters.ts';
import { contentOf, filtersOf, stillOf } from './saved-views.model.ts';
import { selectThere } from './saved-views.saga.ts';

export type ViewCount = { count: number; atLeast: boolean };

const countOf = async (view: SavedView, there: ReturnType<typeof selectThere>, signal: AbortSignal): Promise<ViewCount> => {
  const { content } = stillOf(contentOf(view), there);
  const totals = await Promise.all(
    filtersOf(content).map((filter) => call(ticketRoutes.total, { query: { ...queryOf(filter) }, signal })),
  );
  return {
    count: totals.reduce((sum, { data }) => sum + data.count, 0),
    atLeast: totals.some(({ data }) => data.atLeast),
  };
};

/** How many tickets each view has, asked one after the other each time the list of views is opened; a view that fails has no number. */
export const useViewCounts = (views: readonly SavedView[], opened: number): ReadonlyMap<string, ViewCount> => {
  const { getState } = useStore();
  const [counts, setCounts] = useState<ReadonlyMap<string, ViewCount>>(new Map());
  useEffect(() => {
    if (opened === 0) return;
    const controller = new AbortController();
    const ask = async () => {
      for (const view of views) {
        const count = await countOf(view, selectThere(getState()), controller.signal).catch(() => null);
        if (controller.signal.aborted) return;
        if (count) setCounts((before) => new Map(before).set(view.id, count));
      }
    };
    void ask();
    return () => controller.abort();
  }, [views, opened, getState]);
  return counts;
};
