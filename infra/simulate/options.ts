import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';

export const usage = `Plays recorded conversations against a running Prosa.

  npm run simulate -- --input FILE.jsonl.gz [--conversations N] [--concurrency C] [--speed X] [--kinds R] [--media R]
                      [--channel NAME] [--peer URL] [--url URL] [--data FOLDER]

  --input          conversations, one JSON object a line: {"id", "turns": [{"from": "customer" | "agent", "text", "at"?}]}
  --conversations  how many of them (100)
  --concurrency    how many at once (10)
  --speed          how much faster than recorded; without it nobody waits between turns
  --kinds          after how many of a customer's turns a place, a contact, a call, an edit or the like comes, from 0 to 1 (0.1)
  --media          after how many turns, of either side, a picture, a sound or a document comes, from 0 to 1 (0)
  --channel        simulator, whatsapp (by QR code), cloud (WhatsApp Cloud API) or messenger (simulator)
  --peer           where npm run whatsapp-peer or npm run graph-stand-in is, with which Prosa was started (their own ports)
  --url            where Prosa is (http://localhost:8080)
  --data           its data folder, where demo.json is (PROSA_DATA or .prosa)`;

/** A request that cannot be carried out; the message is for the person who typed it. */
export class Unusable extends Error {}

const count = z.coerce.number().int().positive();
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, ''));
const Options = z.object({
  input: z.string('is missing: name a file of conversations').refine(existsSync, 'names no file that is there'),
  conversations: count.default(100),
  concurrency: count.default(10),
  speed: z.coerce.number().positive().default(Number.POSITIVE_INFINITY),
  kinds: z.coerce.number().min(0).max(1).default(0.1),
  media: z.coerce.number().min(0).max(1).default(0),
  channel: z.enum(['simulator', 'whatsapp', 'cloud', 'messenger']).default('simulator'),
  peer: address.optional(),
  url: address.default('http://localhost:8080'),
  data: z
    .string()
    .transform((folder) => join(folder, 'demo.json'))
    .refine(existsSync, 'names no folder with a demo.json: start Prosa with its demo first, or name its folder here'),
});
/** `data` is the path of the demo's file; without `speed` it is Infinity. */
export type Options = z.output<typeof Options>;

/** Parses the command line; null if it asks for help. Throws Unusable. */
export const readOptions = (args: string[], env: NodeJS.ProcessEnv): Options | null => {
  const { help, ...given } = typed(args);
  if (help) return null;
  const { success, data, error } = Options.safeParse({ data: env.PROSA_DATA || '.prosa', ...given });
  if (success) return data;
  throw new Unusable(error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}.`).join('\n'));
};

const text = { type: 'string' } as const;
const typed = (args: string[]) => {
  try {
    return parseArgs({
      args,
      options: {
        input: text,
        conversations: text,
        concurrency: text,
        speed: text,
        kinds: text,
        media: text,
        channel: text,
        peer: text,
        url: text,
        data: text,
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new Unusable((error as Error).message);
  }
};
