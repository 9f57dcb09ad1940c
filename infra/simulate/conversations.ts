import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

/** A recorded conversation: who wrote what, and when (seconds since the first turn). */
export const Conversation = z.object({
  id: z.string(),
  turns: z.array(z.object({ from: z.enum(['customer', 'agent']), text: z.string(), at: z.number().optional() })),
});
export type Conversation = z.output<typeof Conversation>;

/**
 * The first `max` conversations of a JSON-lines file (gzipped where its name ends in .gz). Turns without text are left out, and
 * the agent's before the customer's first: a ticket begins with the customer.
 */
export const readConversations = async (path: string, max: number): Promise<Conversation[]> => {
  const file = createReadStream(path);
  const lines = createInterface({
    input: path.endsWith('.gz') ? file.pipe(createGunzip()) : file,
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  const found: Conversation[] = [];
  for await (const line of lines) {
    if (found.length >= max) break;
    if (line.trim() === '') continue;
    const { id, turns } = Conversation.parse(JSON.parse(line));
    const spoken = turns.filter((turn) => turn.text.trim() !== '');
    const first = spoken.findIndex((turn) => turn.from === 'customer');
    if (first !== -1) found.push({ id, turns: spoken.slice(first) });
  }
  lines.close();
  file.destroy();
  return found;
};
