/** Waits until `check` holds (or no longer throws), looking every few milliseconds; fails after 5 s with what it last said. */
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
