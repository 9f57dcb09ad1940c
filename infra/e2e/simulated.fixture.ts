import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ChannelChoice } from '../simulate/channels.ts';
import type { Result } from '../simulate/simulate.ts';
import type { Product } from '../testing/product.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const FAULTLESS = { lost: 0, duplicated: 0, outOfOrder: 0, different: 0, errors: 0 };

/** Plays a few conversations with files against a running product as `npm run simulate` does; its last line must show no fault. */
export const simulated = async (
  { url, data }: Pick<Product, 'url' | 'data'>,
  { channel, peer }: { channel: ChannelChoice; peer: string },
): Promise<void> => {
  const asked = { input: path('fixtures/conversations.jsonl.gz'), conversations: '3', media: '0.3', channel, peer, url, data };
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--no-warnings',
    path('../simulate/main.ts'),
    ...Object.entries(asked).flatMap(([name, value]) => [`--${name}`, value]),
  ]);
  const result = JSON.parse(stdout.trim().split('\n').at(-1)!) as Result;
  expect(result).toMatchObject({ conversations: 3, tickets: 3, ...FAULTLESS });
  expect(result.files).toBeGreaterThan(0);
};
