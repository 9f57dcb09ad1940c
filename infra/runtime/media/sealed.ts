import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { passing } from './garbage.ts';
import type { ByteRange } from './store.port.ts';

/**
 * The stored format: a header (format, owner, a salt), then the bytes in chunks. Chunks are encrypted with AES-256-GCM under a key that is
 * derived from the owner's key, the header and the id; a nonce consists of the chunk's number and whether it is the last one. So any range
 * can be read and verified, and a file that was truncated, reordered, duplicated or moved to another id cannot be opened. The salt gives
 * each file another key: no nonce is used twice, and two files with the same bytes have nothing in common.
 */
const MAGIC = Buffer.from('prosaM1\0', 'latin1');
const ID = 16;
const SALT = 32;
const HEADER = MAGIC.length + 2 * ID + SALT;
const CHUNK = 64 * 1024;
const TAG = 16;
const STEP = CHUNK + TAG;
const ALGORITHM = 'aes-256-gcm';

/** The stored bytes are damaged, or belong to another id. */
export class MediaDamaged extends Error {
  override name = 'MediaDamaged';
}

/** The owner: the subject of the key, and their company. */
export type Owner = { subjectId: string; companyId: string };

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const keyOf = (subject: KeyObject, header: Buffer, id: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', subject, header, Buffer.concat([Buffer.from('media '), bytesOf(id)]), 32)));

const nonce = (number: number, isLast: boolean): Buffer => {
  const bytes = Buffer.alloc(12);
  bytes[0] = isLast ? 1 : 0;
  bytes.writeBigUInt64BE(BigInt(number), 4);
  return bytes;
};

const sealed = (key: KeyObject, number: number, isLast: boolean, clear: Buffer): [Buffer, Buffer] => {
  const cipher = createCipheriv(ALGORITHM, key, nonce(number, isLast));
  const text = cipher.update(clear);
  // The plain bytes, and the encrypted ones.
  passing(2 * text.length);
  cipher.final();
  return [text, cipher.getAuthTag()];
};

const opened = (key: KeyObject, number: number, isLast: boolean, sealedBytes: Buffer): Buffer => {
  const end = sealedBytes.length - TAG;
  if (end < 0) throw new MediaDamaged('A chunk of a file is cut off.');
  const decipher = createDecipheriv(ALGORITHM, key, nonce(number, isLast));
  decipher.setAuthTag(sealedBytes.subarray(end));
  const clear = decipher.update(sealedBytes.subarray(0, end));
  passing(2 * clear.length);
  try {
    // It verifies the tag and returns no more bytes.
    decipher.final();
  } catch (cause) {
    throw new MediaDamaged('A chunk of a file does not open.', { cause });
  }
  return clear;
};

/** Encrypts a stream, with one chunk in memory at a time. */
export async function* seal(
  { id, owner, key: subject }: { id: string; owner: Owner; key: KeyObject },
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const header = Buffer.concat([MAGIC, bytesOf(owner.subjectId), bytesOf(owner.companyId), randomBytes(SALT)]);
  const key = keyOf(subject, header, id);
  yield header;
  const chunk = Buffer.allocUnsafe(CHUNK);
  let filled = 0;
  let number = 0;
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; ) {
      // Only the bytes that follow a full chunk show that it is not the last one.
      if (filled === CHUNK) {
        yield* sealed(key, number, false, chunk);
        number += 1;
        filled = 0;
      }
      const taken = Math.min(piece.length - at, CHUNK - filled);
      chunk.set(piece.subarray(at, at + taken), filled);
      at += taken;
      filled += taken;
    }
  }
  yield* sealed(key, number, true, chunk.subarray(0, filled));
}

/** Reads a range of the stored bytes. */
export type Fetch = (range: ByteRange) => Promise<AsyncIterable<Buffer>>;
export type Unsealed = {
  owner: Owner;
  /** In bytes, before encryption. */
  size: number;
  /** Reads all bytes or a range; throws MediaDamaged if the stored bytes were changed. */
  read: (range?: ByteRange) => AsyncGenerator<Buffer>;
};

/** Returns the owner that the header names. Not verified yet: `unseal` does that, with the owner's key. */
export const ownerOf = async (fetch: Fetch): Promise<{ owner: Owner; header: Buffer }> => {
  const header = await whole(fetch, { from: 0, to: HEADER });
  if (header.length !== HEADER || !header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new MediaDamaged('It is no sealed file.');
  const at = MAGIC.length;
  const owner = { subjectId: idOf(header.subarray(at, at + ID)), companyId: idOf(header.subarray(at + ID, at + 2 * ID)) };
  return { owner, header };
};

/** Opens the stored bytes of `id`, of which there are `size`. */
export const unseal = (
  { id, size, header, owner, key: subject }: { id: string; size: number; header: Buffer; owner: Owner; key: KeyObject },
  fetch: Fetch,
): Unsealed => {
  const body = size - HEADER;
  const chunks = Math.ceil(body / STEP);
  const clearSize = body - chunks * TAG;
  if (chunks < 1 || clearSize < 0) throw new MediaDamaged('A file is cut off.');
  const key = keyOf(subject, header, id);

  async function* read({ from, to } = { from: 0, to: clearSize }): AsyncGenerator<Buffer> {
    if (from < 0 || to > clearSize || from > to) throw new RangeError('That is not within the file.');
    const first = Math.floor(from / CHUNK);
    const last = Math.max(first, Math.ceil(to / CHUNK) - 1);
    const stored = { from: HEADER + first * STEP, to: Math.min(HEADER + (last + 1) * STEP, size) };
    let number = first;
    for await (const piece of inSteps(await fetch(stored), STEP)) {
      const clear = opened(key, number, number === chunks - 1, piece);
      const begins = number * CHUNK;
      yield clear.subarray(Math.max(0, from - begins), Math.min(clear.length, to - begins));
      number += 1;
    }
    if (number !== last + 1) throw new MediaDamaged('A file is cut off.');
  }
  return { owner, size: clearSize, read };
};

const whole = async (fetch: Fetch, range: ByteRange): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of await fetch(range)) pieces.push(piece);
  return Buffer.concat(pieces);
};

/** Yields the same bytes in pieces of one size, the last one possibly smaller; a piece that is contained in one buffer is not copied. */
async function* inSteps(bytes: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let left: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes) {
    left.push(piece);
    length += piece.length;
    if (length < size) continue;
    const joined = left.length === 1 ? left[0]! : Buffer.concat(left);
    let at = 0;
    for (; length - at >= size; at += size) yield joined.subarray(at, at + size);
    left = [joined.subarray(at)];
    length -= at;
  }
  if (length > 0) yield Buffer.concat(left);
}
