/** The channel of Postgres on which the projector names the position of each commit. */
export const READ_COMMITS = 'prosa_read_commits';
