import { useCallback, useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from './api-error.ts';

/** The answer to a call, for a part of a screen: null until it comes; on a repeat, the old one stays until the new one comes. */
export const useAnswer = <Reply>(ask: () => Promise<Reply>) => {
  const [reply, setReply] = useState<Reply | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const newest = useRef(ask);
  newest.current = ask;
  const asked = useRef(0);
  const again = useCallback(() => {
    asked.current += 1;
    const own = asked.current;
    setFailure(null);
    newest.current().then(
      (now) => own === asked.current && setReply(now),
      (error: unknown) => own === asked.current && setFailure(failureOf(error)),
    );
  }, []);
  useEffect(() => {
    again();
    return () => {
      asked.current += 1;
    };
  }, [again]);
  return { reply, failure, again };
};
