/**
 * Ends the process with this exit code. Node then waits for V8's compiler threads, and one that finds the heap full waits for a collection
 * by the main thread, which comes no more: the process would never end (nodejs/node#54918). Collected before, the heap has room for what
 * they still compile. There with Node's `--expose-gc`; without the settings that keep a heap small it is hardly ever full.
 */
export const endProcess: (code: number) => never = (code) => {
  globalThis.gc?.();
  process.exit(code);
};
