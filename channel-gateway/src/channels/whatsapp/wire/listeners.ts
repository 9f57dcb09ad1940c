import type { BinaryNode } from '@whiskeysockets/baileys';

type Emitter = {
  eventNames: () => (string | symbol)[];
  // biome-ignore lint/suspicious/noExplicitAny: an emitter's listeners take anything.
  listeners: (name: string | symbol) => ((...values: any[]) => unknown)[];
  removeAllListeners: (name: string) => unknown;
  // biome-ignore lint/suspicious/noExplicitAny: an emitter's listeners take anything.
  on: (name: string, listener: (...values: any[]) => unknown) => unknown;
};

/** Baileys' listeners are asynchronous, and nobody catches what they reject with: one bad frame would end the process. */
export const fence = (emitter: unknown, failed: (name: string, error: Error) => void): void => {
  const { eventNames, listeners, removeAllListeners, on } = bound(emitter as Emitter);
  for (const name of eventNames()) {
    if (typeof name !== 'string') continue;
    const all = listeners(name);
    removeAllListeners(name);
    for (const listener of all)
      on(name, (...values) => {
        try {
          const done = listener(...values);
          return done instanceof Promise ? done.catch((error: Error) => failed(name, error)) : done;
        } catch (error) {
          return failed(name, error as Error);
        }
      });
  }
};
const bound = (emitter: Emitter): Emitter => ({
  eventNames: () => emitter.eventNames(),
  listeners: (name) => emitter.listeners(name),
  removeAllListeners: (name) => emitter.removeAllListeners(name),
  on: (name, listener) => emitter.on(name, listener),
});

/** Puts `receive` before Baileys' own listener, which it calls by `read`. */
export const inOrder = (
  emitter: unknown,
  name: string,
  receive: (stanza: BinaryNode, read: (stanza?: BinaryNode) => Promise<unknown>) => Promise<unknown>,
): void => {
  const { listeners, removeAllListeners, on } = bound(emitter as Emitter);
  const theirs = listeners(name);
  removeAllListeners(name);
  on(name, (stanza: BinaryNode) => {
    receive(stanza, (one = stanza) => Promise.all(theirs.map((listener) => listener(one)))).catch(() => undefined);
  });
};
