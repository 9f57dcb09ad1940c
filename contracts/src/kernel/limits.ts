/** Business constants of the specification (core 9, administration 9); lengths in characters, times in milliseconds. */
export const limits = {
  name: { min: 2, max: 50 },
  password: { min: 5, max: 50 },
  number: { min: 8, max: 50 },
  observationMin: 5,
  noteMin: 2,
  /** Longest text of one message; more is refused at the edge. */
  messageMax: 65_536,
  automaticTextMax: 4_096,
  searchMin: 3,
  pageSize: 20,
  /** Furthest back that `goMessage` reaches in one answer, in messages. */
  goMessageMax: 1_000,
  searchDebounceMs: 500,
  submitDelayMs: 400,
  toastMs: 2_000,
  livePingMs: 18_000,
  userStatusMs: 300_000,
  subscriptionWarningDays: 5,
  accessTokenSeconds: 15 * 60,
  /** Largest body of a call and of a webhook, in bytes. */
  bodyBytes: 512 * 1024,
} as const;

export const GREY = '#7C7C7C';
