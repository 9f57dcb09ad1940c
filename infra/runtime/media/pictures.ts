import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { watchMemory } from '../kernel/resident.ts';
import { scheduler } from '../kernel/scheduler.ts';
import { unprivileged } from '../kernel/unprivileged.ts';

/** A picture's size as displayed, in pixels, and its small picture (WebP, a preview JPEG, without the camera's metadata). */
export type Picture = { width: number; height: number; small: Buffer };

/**
 * The kinds of small pictures: at most 480 pixels wide and high, the square from its middle, 256 pixels wide, or at most 100 pixels wide and
 * high, within a message; of a sticker a PNG, because what surrounds it is transparent.
 */
export type Small = 'thumbnail' | 'portrait' | 'preview' | 'sticker';

const program = fileURLToPath(new URL('./pictures.child.ts', import.meta.url));
/** One process per picture: at most two at once, of two companies, with limits of time and memory. The start of the process is not counted. */
const turns = scheduler({ bounds: { person: { atOnce: 2, each: 1 } } });
const START_MS = 15_000;
const WORK_MS = 5_000;
/** The memory for the largest pictures of phones, and half as much again; a crafted one takes any amount. */
const MOST_MEMORY = 320 * 1024 * 1024;
/** Larger than any thumbnail. */
const MOST_BYTES = 1024 * 1024;
const Facts = z.object({ width: z.number().int().positive(), height: z.number().int().positive() });

/**
 * Measures a picture, and makes a small one of it, in a process of its own with minimal privileges; returns null if it cannot be decoded, has over 50 million pixels or
 * takes over 5 s or 320 MB. `companyId`: whose it is; companies take turns. Never rejects.
 */
export const readPicture = (
  companyId: string,
  bytes: () => AsyncIterable<Uint8Array>,
  small: Small = 'thumbnail',
): Promise<Picture | null> => turns.run('person', companyId, () => readOne(bytes, small).catch(() => null));

const readOne = async (bytes: () => AsyncIterable<Uint8Array>, small: Small): Promise<Picture | null> => {
  const child = spawn(process.execPath, ['--no-warnings', program, small], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    ...unprivileged(program),
  });
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  let timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
  const unwatch = watchMemory(child, MOST_MEMORY, () => child.kill('SIGKILL'));
  try {
    // If the child ends while it is written to, its output (or the lack of it) shows that.
    child.stdin.on('error', () => undefined);
    const said: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (piece: Buffer) => {
      if (length === 0) {
        clearTimeout(timer);
        timer = setTimeout(() => child.kill('SIGKILL'), WORK_MS);
      }
      length += piece.length;
      said.push(piece);
      if (length > MOST_BYTES) child.kill('SIGKILL');
    });
    for await (const piece of bytes()) {
      if (!child.stdin.writable) break;
      if (!child.stdin.write(piece)) await Promise.race([new Promise((drained) => child.stdin.once('drain', drained)), ended]);
    }
    child.stdin.end();
    await ended;
    return child.exitCode === 0 ? parse(Buffer.concat(said)) : null;
  } finally {
    clearTimeout(timer);
    unwatch();
    child.kill('SIGKILL');
  }
};

const parse = (said: Buffer): Picture | null => {
  if (said.length < 5) return null;
  const end = 5 + said.readUInt32BE(1);
  const facts = Facts.parse(JSON.parse(said.subarray(5, end).toString()));
  return { ...facts, small: said.subarray(end) };
};
