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
  const on = useRef(onFailed);
  on.current = onFailed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it starts once
  useEffect(() => {
    let isOver = false;
    const handleHeard = (loud: number, ms: number) => {
      if (isOver) return;
      setLoudness((before) => [...before, loud]);
      setDuration(ms);
    };
    start(handleHeard)
      .then((started) => {
        if (isOver) return started.drop();
        recorder.current = started;
        setState('recording');
      })
      .catch((error: unknown) => isOver || on.current(error));
    return () => {
      isOver = true;
      recorder.current?.drop();
    };
  }, []);
  /** Enters the next state, runs `work`, and reports an error to `onFailed`. */
  const run = async (next: State, work: (recorder: Recorder) => Promise<void>): Promise<void> => {
    if (!recorder.current) return;
    setState(next);
    try {
      await work(recorder.current);
    } catch (error) {
      on.current(error);
    }
  };
  return {
    state,
    durationMs,
    loudness,
    pause: (then: (soFar: Blob) => void) =>
      run('paused', async (one) => {
        await one.pause();
        then(await one.soFar());
      }),
    resume: () => run('recording', (one) => one.resume()),
    finish: (then: (recording: Blob) => void) => run('ending', async (one) => then(await one.finish())),
  };
};
