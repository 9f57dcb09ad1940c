import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { scheduler } from '@prosa/infra/runtime';
import { type PasswordCost, passwordCost } from './password-cost.ts';

const argon2id = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;
/**
 * Leaves one core for the rest of this process, and at least one of Node's four pool threads. Attempts of unknown devices wait for those of
 * known ones.
 */
const atOnce = Math.max(1, Math.min(3, availableParallelism() - 1));
const passwordTurns = scheduler({
  atOnce,
  bounds: { person: { atOnce, waiting: { each: 500, all: 500 } }, customer: { atOnce, waiting: { each: 50, all: 500 } } },
});
/** The origin of an attempt: a known person or device (`first`), or an address of which nothing is known. */
export type Turn = 'first' | { from: string };
const derive = (turn: Turn, parameters: Argon2Parameters) => {
  const work = () => argon2id('argon2id', parameters);
  return turn === 'first' ? passwordTurns.run('person', '', work) : passwordTurns.run('customer', turn.from, work);
};

const costNow = (): PasswordCost => passwordCost(process.env);
// A service whose environment would weaken passwords does not start.
costNow();

/** Returns the stored form of a password: `$argon2id$v=19$m=..,t=..,p=..$salt$hash`, salt and hash in base64. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16);
  const cost = costNow();
  return written(cost, nonce, await derive('first', { ...cost, nonce, message: password.normalize('NFC') }));
};

/** Returns the same hash for the same password and salt; as slow as the stored hash. */
export const slowHash = (password: string, nonce: Buffer): Promise<Buffer> =>
  derive('first', { ...costNow(), nonce, message: password.normalize('NFC') });

/** Whether `kept` was made from this password. If `kept` is null, takes the same time and returns false. */
export const verifyPassword = async (password: string, kept: string | null, turn: Turn = 'first'): Promise<boolean> => {
  const { cost, nonce, hash } = read(kept);
  const given = await derive(turn, { ...cost, nonce, message: password.normalize('NFC') });
  return timingSafeEqual(given, hash) && kept !== null;
};

/** The cost of verifying a password: the parameters of the stored hash, or of the one that an unknown user's is compared with. */
export const costOf = (kept: string | null): PasswordCost => read(kept).cost;

const read = (kept: string | null): { cost: PasswordCost; nonce: Buffer; hash: Buffer } => {
  const [, memory, passes, parallelism, salt, digest] = pattern.exec(kept ?? nobodys()) ?? [];
  if (!salt || !digest) throw new Error('A kept password cannot be read.');
  const hash = Buffer.from(digest, 'base64');
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: hash.length,
  };
  return { cost, nonce: Buffer.from(salt, 'base64'), hash };
};

const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;
const written = ({ memory, passes, parallelism }: PasswordCost, nonce: Buffer, hash: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(nonce)}$${bare(hash)}`;
const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
/** Made from no password. */
const nobodys = () => written(costNow(), NOBODYS.salt, NOBODYS.hash);
const NOBODYS = { salt: randomBytes(16), hash: randomBytes(32) };
