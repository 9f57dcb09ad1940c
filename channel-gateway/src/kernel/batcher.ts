/**
 * Does single things together: whatever is asked for while one write runs goes out with the next. So the latency is about one
 * write, and a busy hour costs as many statements as a quiet one. `write` gives one result for each item, in their order; when it
 * rejects, all that were in it reject.
 */
export const batcher = <Item, Result>(
  write: (items: Item[]) => Promise<Result[]>,
  max = 200,
): ((item: Item) => Promise<Result>) => {
  type Waiting = { item: Item; done: (result: Result) => void; fail: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let running = false;

  const run = async (): Promise<void> => {
    running = true;
    // One turn gathers what is asked for in the same breath.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.slice(0, max);
      waiting = waiting.slice(max);
      try {
        const results = await write(batch.map(({ item }) => item));
        for (const [index, { done }] of batch.entries()) done(results[index] as Result);
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    running = false;
  };

  return (item) =>
    new Promise<Result>((done, fail) => {
      waiting.push({ item, done, fail });
      if (!running) void run();
    });
};
