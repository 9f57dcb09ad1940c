import { createHash } from 'node:crypto';

/** The longest id of a message on the bus. */
const MOST = 200;

/** Our spelling of the channel's id of a message: some of Instagram's are longer than what is kept. */
export const messageIdOf = (mid: string): string => (mid.length <= MOST ? mid : createHash('sha256').update(mid).digest('hex'));
