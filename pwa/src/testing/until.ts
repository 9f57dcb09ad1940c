/** Polls every few milliseconds until `check` holds (or no longer throws); fails after 5 s with its last error. */
export const until = async (check: () => unknown, ms = 5_000): Promise<void> => {
  const end = Date.now() + ms;
  for (;;) {
    try {
      const held = await check();
      if (held !== false) return;
      if (Date.now() > end) throw new Error(`Never: ${check}`);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
