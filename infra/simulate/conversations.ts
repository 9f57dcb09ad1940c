import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { Unusable } from './options.ts';

/** A recorded conversation: who wrote what, and when (seconds since the first turn). */
export const Conversation = z.object({
  id: z.string(),
  turns: z.array(z.object({ from: z.enum(['customer', 'agent']), text: z.string(), at: z.number().optional() })),
});
export type Conversation = z.output<typeof Conversation>;

/**
 * Returns the first `max` conversations of a JSON-lines file (gzipped if its name ends in .gz). Leaves out turns without text, and the
 * agent's turns before the customer's first: a ticket begins with the customer. Throws Unusable if the file contains anything else.
 */
export const readConversations = (path: string, max: number): Conversation[] => {
  const found: Conversation[] = [];
  for (const [n, line] of linesOf(path).entries()) {
    if (found.length >= max) break;
    if (line.trim() === '') continue;
    const { id, turns } = conversationOf(line, `${path}, line ${n + 1}`);
    const spoken = turns.filter((turn) => turn.text.trim() !== '');
    const first = spoken.findIndex((turn) => turn.from === 'customer');
    if (first !== -1) found.push({ id, turns: spoken.slice(first) });
  }
  return found;
};

const linesOf = (path: string): string[] => {
  try {
    const bytes = readFileSync(path);
    return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n');
  } catch (error) {
    throw new Unusable(`${path} cannot be read: ${(error as Error).message}.`);
  }
};

const conversationOf = (line: string, place: string): Conversation => {
  try {
    return Conversation.parse(JSON.parse(line));
  } catch {
    throw new Unusable(`${place}: this is no conversation.`);
  }
};
