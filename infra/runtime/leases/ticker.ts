/** Does `work` again and again, with some spread, one turn at a time, until it is stopped. A failure is told, and the next turn follows. */
export const ticker = (everyMs: number, work: () => Promise<void>, failed: (error: unknown) => void) => {
  let next: NodeJS.Timeout | undefined;
  let turn: Promise<void> | null = null;
  let isStopped = true;
  let isDueAgain = false;

  const run = (): void => {
    clearTimeout(next);
    if (turn) {
      isDueAgain = true;
      return;
    }
    isDueAgain = false;
    // Those who ask in the same tick are served by the same turn.
    turn = Promise.resolve()
      .then(work)
      .catch(failed)
      .finally(() => {
        turn = null;
        if (isStopped) return;
        if (isDueAgain) run();
        else next = setTimeout(run, everyMs * (0.9 + Math.random() * 0.2));
      });
  };

  return {
    /** Begins with the first turn after `everyMs`, unless it runs. */
    start: (): void => {
      if (!isStopped) return;
      isStopped = false;
      next = setTimeout(run, everyMs);
    },
    /** Has a turn at once, after the one that runs. */
    now: (): void => {
      isStopped = false;
      run();
    },
    stop: (): void => {
      isStopped = true;
      clearTimeout(next);
    },
    /** Resolves when the turn that runs is over. */
    turn: async (): Promise<void> => {
      await turn;
    },
  };
};
