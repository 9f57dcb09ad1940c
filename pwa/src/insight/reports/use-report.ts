import { useCallback, useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '../../kernel/calls/api-error.ts';

type State<Filter, Reply> = {
  /** The filter that was asked for last. */
  filter: Filter;
  /** The answer, and the filter that it answers; while another one is loading, the one before. */
  shown: { filter: Filter; reply: Reply } | null;
  failure: Failure | null;
  isBusy: boolean;
};

/** A report by a filter: fetched when the screen opens, and with each filter that is applied; an older answer never replaces a newer one. */
export const useReport = <Filter, Reply>(begins: () => Filter, ask: (filter: Filter) => Promise<Reply>) => {
  const [state, setState] = useState<State<Filter, Reply>>(() => ({
    filter: begins(),
    shown: null,
    failure: null,
    isBusy: true,
  }));
  const newest = useRef(ask);
  newest.current = ask;
  const asked = useRef(0);
  const apply = useCallback((filter: Filter) => {
    asked.current += 1;
    const own = asked.current;
    const isOwn = () => own === asked.current;
    setState((before) => ({ ...before, filter, isBusy: true, failure: null }));
    newest.current(filter).then(
      (reply) => isOwn() && setState({ filter, shown: { filter, reply }, failure: null, isBusy: false }),
      (error: unknown) => isOwn() && setState({ filter, shown: null, failure: failureOf(error), isBusy: false }),
    );
  }, []);
  const first = useRef(state.filter);
  useEffect(() => {
    apply(first.current);
    return () => {
      asked.current += 1;
    };
  }, [apply]);
  return { ...state, apply, again: () => apply(state.filter) };
};
