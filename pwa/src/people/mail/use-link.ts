import { useEffect, useState } from 'react';
import { type Failure, failureOf } from '../../kernel/calls/api-error.ts';

/** The data that a link has opened, or why it failed; all null while it is being opened. */
export type Opened<Data> = { data: Data | null; failure: Failure | null; retry: () => void };

/** Opens the link of the page once, and again on `retry`. `open` must be safe to repeat. */
export const useLink = <Data>(open: (signal: AbortSignal) => Promise<{ data: Data }>): Opened<Data> => {
  const [state, setState] = useState<Pick<Opened<Data>, 'data' | 'failure'>>({ data: null, failure: null });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens it anew
  useEffect(() => {
    const { signal, abort } = controlled();
    setState({ data: null, failure: null });
    open(signal).then(
      ({ data }) => signal.aborted || setState({ data, failure: null }),
      (error: unknown) => signal.aborted || setState({ data: null, failure: failureOf(error) }),
    );
    return abort;
  }, [attempt]);
  return { ...state, retry: () => setAttempt((before) => before + 1) };
};

const controlled = () => {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
};
