/** Postgres's classes of errors that lie in the values: what cannot be stored, what breaks a rule of a column, what is too large. */
const OF_VALUES = /^(22\w{3}|23502|23514|54\w{3})$/;
/** Errors of the language: a fault of the work itself. */
const OF_WORK: ReadonlySet<string> = new Set([
  'TypeError',
  'RangeError',
  'SyntaxError',
  'ReferenceError',
  'ZodError',
  'MessageTooLarge',
]);

/**
 * Whether an error lies in what was worked on, so that the same work will fail again, however often it is tried: a value that Postgres cannot
 * store, a fault of the code. Clients of servers throw such errors too when a connection is cut off, with the real reason as their cause or
 * with a code: those pass.
 */
export const isLasting = (error: unknown): boolean => {
  const { code, name, cause } = (error ?? {}) as { code?: unknown; name?: unknown; cause?: unknown };
  if (typeof code === 'string' && code !== '') return OF_VALUES.test(code) || code.startsWith('ERR_INVALID_');
  if (!(error instanceof Error)) return false;
  return cause === undefined ? OF_WORK.has(String(name)) : isLasting(cause);
};
