import { useState } from 'react';
import { type Failure, failureOf } from './api-error.ts';

type Progress = { isBusy: boolean; failure: Failure | null };
const IDLE: Progress = { isBusy: false, failure: null };

/**
 * A call that one part of a screen makes and waits for, beside the store: for what the store must not hold, as passwords and codes.
 * One at a time; a failure is shown until the next call, or until it is forgotten. `but`: refusals that are no failure here, by their code.
 */
export const useRequest = () => {
  const [progress, setProgress] = useState(IDLE);
  const send = async <Reply>(
    ask: () => Promise<Reply>,
    onDone: (reply: Reply) => void,
    but: Partial<Record<string, () => void>> = {},
  ): Promise<void> => {
    if (progress.isBusy) return;
    setProgress({ isBusy: true, failure: null });
    try {
      const reply = await ask();
      setProgress(IDLE);
      onDone(reply);
    } catch (error) {
      const failure = failureOf(error);
      const goOn = but[failure.code];
      setProgress(goOn ? IDLE : { isBusy: false, failure });
      goOn?.();
    }
  };
  return { ...progress, send, forget: () => setProgress(IDLE) };
};
