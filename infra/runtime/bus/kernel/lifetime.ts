import type { Consumer } from './bus.ts';

export type Lifetime = {
  /** Registers a consumer, to be closed with the bus. */
  keep(consumer: Consumer): Consumer;
  /** Throws after close() was called. */
  assertOpen(): void;
  /** Closes the consumers first, then the rest; only once, even if called several times. */
  close(): Promise<void>;
};

export const lifetime = (endRest: () => Promise<void>): Lifetime => {
  const consumers = new Set<Consumer>();
  let closing: Promise<void> | undefined;
  return {
    keep: (consumer) => {
      const kept: Consumer = {
        close: async () => {
          consumers.delete(kept);
          await consumer.close();
        },
      };
      consumers.add(kept);
      return kept;
    },
    assertOpen: () => {
      if (closing) throw new Error('The bus is closed.');
    },
    close: () => {
      closing ??= Promise.all([...consumers].map((consumer) => consumer.close())).then(endRest);
      return closing;
    },
  };
};
