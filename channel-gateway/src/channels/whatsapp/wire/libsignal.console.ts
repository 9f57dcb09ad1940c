const LIBSIGNAL = /[\\/]node_modules[\\/]libsignal[\\/]/;
const quiet = new WeakSet<object>();

/** libsignal prints whole sessions with their private keys to the console: what it prints is dropped. */
export const quietLibsignal = (): void => {
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    // Each test file has a console of its own.
    if (quiet.has(console[method])) continue;
    const print = console[method].bind(console);
    console[method] = (...values: unknown[]) => {
      if (!LIBSIGNAL.test(new Error('who prints').stack ?? '')) print(...values);
    };
    quiet.add(console[method]);
  }
};
