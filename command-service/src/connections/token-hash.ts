import { createHash } from 'node:crypto';

/** What is kept of a token: its SHA-256 in hex. Tokens are long and random, so that it gives nothing away. */
export const tokenHashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
