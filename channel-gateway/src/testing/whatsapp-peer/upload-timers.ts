const UPLOAD_MS = 30_000;
const { setTimeout: begin } = globalThis;

/**
 * Baileys limits each upload of keys by a timer that it does not clear, and a worker of the tests would live on for as long as that. For the
 * test file that calls this, these timers alone hold the process no longer.
 */
export const letUploadTimersGo = (): void => {
  const mended = (...[work, ms, ...values]: Parameters<typeof begin>): NodeJS.Timeout => {
    const timer = begin(work, ms, ...values);
    return ms === UPLOAD_MS && /uploadPreKeys/.test(new Error().stack ?? '') ? timer.unref() : timer;
  };
  globalThis.setTimeout = Object.assign(mended, begin);
};
