/** Waits until `check` gives something, at most for `ms`. */
export const until = async <Result>(check: () => Result | Promise<Result>, ms = 40_000): Promise<Result> => {
  const end = Date.now() + ms;
  for (;;) {
    const result = await check();
    if (result) return result;
    if (Date.now() > end) throw new Error('It did not come to pass in time.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};
