/** The Postgres channel on which the projector announces the position of each commit. */
export const READ_COMMITS = 'prosa_read_commits';
