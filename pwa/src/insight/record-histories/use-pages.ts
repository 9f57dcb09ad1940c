import type { RecordHistory } from '@prosa/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '../../kernel/calls/api-error.ts';

type State = { history: RecordHistory | null; failure: Failure | null; isBusy: boolean };

/** A history page by page, the newest entries first; `ask` fetches the page before a position. */
export const usePages = (ask: (before?: string) => Promise<RecordHistory>) => {
  const [state, setState] = useState<State>({ history: null, failure: null, isBusy: true });
  const newest = useRef(ask);
  newest.current = ask;
  const shown = useRef<RecordHistory | null>(null);
  const isGone = useRef(false);
  const more = useCallback(() => {
    const { current: before } = shown;
    setState({ history: before, failure: null, isBusy: true });
    newest.current(before?.entries.at(-1)?.position).then(
      ({ entries, hasMore, names }) => {
        if (isGone.current) return;
        const history = {
          entries: [...(before?.entries ?? []), ...entries],
          hasMore,
          names: { ...before?.names, ...names },
        };
        shown.current = history;
        setState({ history, failure: null, isBusy: false });
      },
      (error: unknown) => {
        if (!isGone.current) setState({ history: before, failure: failureOf(error), isBusy: false });
      },
    );
  }, []);
  useEffect(() => {
    isGone.current = false;
    more();
    return () => {
      isGone.current = true;
    };
  }, [more]);
  return { ...state, more };
};
