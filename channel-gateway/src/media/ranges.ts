import type { ByteRange } from '@prosa/infra/runtime';

/**
 * Resolves a Range header for `size` bytes (RFC 9110, 14.2): a range; `all` if there is none, or one that is invalid or has several parts,
 * which may be ignored; `none` if no byte of it exists.
 */
export const rangeOf = (header: string | undefined, size: number): ByteRange | 'all' | 'none' => {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'all';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length > 0 ? { from: size - length, to: size } : 'none';
  }
  const from = Number(first);
  const to = last === '' ? size : Math.min(Number(last) + 1, size);
  if (last !== '' && Number(last) < from) return 'all';
  return from < size ? { from, to } : 'none';
};
