/**
 * Batches single operations: items added while one write runs go out together in the next. The latency is about one write, and the number
 * of statements does not grow with the load. `write` returns one result per item, in order; if it rejects, all items of the batch reject.
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
    // Waits one microtask, so that items added in the same turn of the event loop go out together.
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
