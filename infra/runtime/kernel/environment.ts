/**
 * Returns the variables that are not empty: an empty one counts as not set, for the services too. An empty HOST would mean every address.
 */
export const given = (env: NodeJS.ProcessEnv): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
