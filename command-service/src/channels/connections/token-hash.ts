import { createHash } from 'node:crypto';

/** The stored form of a token: its SHA-256 in hex. Tokens are long and random, so the hash reveals nothing. */
export const tokenHashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
