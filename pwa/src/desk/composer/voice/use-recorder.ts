import { useEffect, useRef, useState } from 'react';
import type { Recorder, startRecorder } from './recorder.ts';

export type Start = typeof startRecorder;
type State = 'starting' | 'recording' | 'paused' | 'ending';

/** Records from the moment it is mounted. Calls `onFailed` with errors, and releases the microphone. */
export const useRecorder = (start: Start, onFailed: (error: unknown) => void) => {
  const [state, setState] = useState<State>('starting');
  const [durationMs, setDuration] = useState(0);
  const [loudness, setLoudness] = useState<number[]>([]);
  const recorder = useRef<Recorder | null>(null);
  /** Counts the states that were entered: what an earlier one has started and ends late is of no interest. */
  const turn = useRef(0);
  const on = useRef(onFailed);
  on.current = onFailed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it starts once
  useEffect(() => {
    let isOver = false;
    const handlePlayed = (loud: number, ms: number) => {
      if (isOver) return;
      setLoudness((before) => [...before, loud]);
      setDuration(ms);
    };
    start(handlePlayed)
      .then((started) => {
        if (isOver) return started.drop();
        recorder.current = started;
        setState('recording');
      })
      .catch((error: unknown) => isOver || on.current(error));
    return () => {
      isOver = true;
      turn.current += 1;
      recorder.current?.drop();
    };
  }, []);
  /** Enters the next state, and gives what `work` made to `then`, or its error to `onFailed`, unless another state was entered meanwhile. */
  const run = async <Made>(next: State, work: (recorder: Recorder) => Promise<Made>, then?: (made: Made) => void) => {
    if (!recorder.current) return;
    setState(next);
    turn.current += 1;
    const own = turn.current;
    const isStill = () => turn.current === own;
    try {
      const made = await work(recorder.current);
      if (isStill()) then?.(made);
    } catch (error) {
      if (isStill()) on.current(error);
    }
  };
  return {
    state,
    durationMs,
    loudness,
    pause: (then: (soFar: Blob) => void) =>
      run(
        'paused',
        async (one) => {
          await one.pause();
          return one.soFar();
        },
        then,
      ),
    resume: () => run('recording', (one) => one.resume()),
    finish: (then: (recording: Blob) => void) => run('ending', (one) => one.finish(), then),
  };
};
