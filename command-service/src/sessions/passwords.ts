import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { fairTurns, type Turn } from './fair-turns.ts';

const argon2id = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;
/**
 * Leaves one core for the rest of this process, and at least one of Node's four pool threads. Attempts of unknown devices wait for those of
 * known ones.
 */
const passwordTurns = fairTurns({ atOnce: Math.max(1, Math.min(3, availableParallelism() - 1)) });
const derive = (turn: Turn, parameters: Argon2Parameters) => passwordTurns.run(turn, () => argon2id('argon2id', parameters));

/** About 40 ms and 19 MiB per attempt. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** Returns the stored form of a password: `$argon2id$v=19$m=..,t=..,p=..$salt$hash`, salt and hash in base64. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16);
  return written(nonce, await derive('first', { ...COST, nonce, message: password.normalize('NFC') }));
};

/** Returns the same hash for the same password and salt; as slow as the stored hash. */
export const slowHash = (password: string, nonce: Buffer): Promise<Buffer> =>
  derive('first', { ...COST, nonce, message: password.normalize('NFC') });

/** Whether `kept` was made from this password. If `kept` is null, takes the same time and returns false. */
export const verifyPassword = async (password: string, kept: string | null, turn: Turn = 'first'): Promise<boolean> => {
  const [, memory, passes, parallelism, salt, hash] = pattern.exec(kept ?? nobodys) ?? [];
  if (!salt || !hash) throw new Error('A kept password cannot be read.');
  const expected = Buffer.from(hash, 'base64');
  const given = await derive(turn, {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
    nonce: Buffer.from(salt, 'base64'),
    message: password.normalize('NFC'),
  });
  return timingSafeEqual(given, expected) && kept !== null;
};

const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;
const written = (nonce: Buffer, hash: Buffer) =>
  `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${bare(nonce)}$${bare(hash)}`;
const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
/** Made from no password. */
const nobodys = written(randomBytes(16), randomBytes(COST.tagLength));
