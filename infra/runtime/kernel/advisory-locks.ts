/**
 * Keys of the advisory locks of one number that the services take in the common database: arbitrary, and each for one purpose. Two
 * purposes with one key would wait for each other.
 */
export const advisoryLocks = {
  /** Held while migrations run. */
  migrating: 7_247_183_052,
  /** Held while read tables are built beside the live ones, which may take hours. */
  rebuilding: 7_247_183_053,
  /** Held while functions are declared leakproof. */
  declaring: 7_247_183_054,
  /** Held while an installation gets its first companies. */
  preparing: 7_247_183_055,
} as const;
