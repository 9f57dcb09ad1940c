/** Saves again and again, never twice at once. */
export const saver = (save: () => Promise<void>) => {
  let isDue = false;
  let saving: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    while (isDue) {
      isDue = false;
      await save().catch(() => undefined);
    }
    saving = null;
  };
  return {
    save: (): void => {
      isDue = true;
      saving ??= run();
    },
    done: async (): Promise<void> => {
      await saving;
    },
  };
};
