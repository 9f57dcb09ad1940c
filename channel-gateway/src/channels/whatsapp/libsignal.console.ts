const LIBSIGNAL = /[\\/]node_modules[\\/]libsignal[\\/]/;
let isQuiet = false;

/** libsignal prints whole sessions with their private keys to the console: what it prints is dropped. */
export const quietLibsignal = (): void => {
  if (isQuiet) return;
  isQuiet = true;
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    const print = console[method].bind(console);
    console[method] = (...values: unknown[]) => {
      if (!LIBSIGNAL.test(new Error('who prints').stack ?? '')) print(...values);
    };
  }
};
