import { createHash, hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Hasher } from '../format/bytes.ts';

/** Node's own sums. */
export const nodeHasher: Hasher = {
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
  crc32,
  begin: () => {
    const sum = createHash('sha256');
    return { update: (bytes) => void sum.update(bytes), digest: () => sum.digest() };
  },
};
