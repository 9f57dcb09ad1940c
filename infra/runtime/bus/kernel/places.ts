/** A bounded number of places for handlers, shared by all partitions of a consumer. */
export type Places = { take(): Promise<void>; free(): void };

export const places = (count: number): Places => {
  let left = count;
  const queue: (() => void)[] = [];
  return {
    take: async () => {
      if (left > 0) left -= 1;
      else await new Promise<void>((next) => queue.push(next));
    },
    free: () => {
      const next = queue.shift();
      if (next) next();
      else left += 1;
    },
  };
};
