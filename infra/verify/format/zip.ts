import { joined, sameBytes, textOf, utf8 } from './bytes.ts';

/** A file of the container. Its bytes stand there as they are, uncompressed. */
export type Entry = { name: string; size: number; crc: number };
/** Where the bytes of a file begin, and what stands before them. */
export type Placed = Entry & { header: Uint8Array; from: number };
export type Layout = { files: Placed[]; end: Uint8Array; size: number };
/** The bytes of a package, wherever they are. */
export type Source = { size: number; read: (from: number, to: number) => Promise<Uint8Array> };

const FULL = 0xffff_ffff;
const MANY = 0xffff;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** 1 January 1980, where the format's time begins: a package says itself when it was made. */
const DATE = 0x0021;
const PLAIN = 20;
const WITH_ZIP64 = 45;

/** Numbers of 2, 4 or 8 bytes, the lowest byte first. */
const fields = (...numbers: [bytes: 2 | 4 | 8, value: number][]): Uint8Array => {
  const bytes = new Uint8Array(numbers.reduce((sum, [length]) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [length, value] of numbers) {
    if (length === 2) view.setUint16(at, value, true);
    else if (length === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += length;
  }
  return bytes;
};

const short = (value: number): number => Math.min(value, FULL);
/** The extra field with the numbers that do not fit into four bytes. */
const zip64 = (...values: number[]): Uint8Array =>
  values.length === 0
    ? new Uint8Array()
    : fields([2, 1], [2, values.length * 8], ...values.map((value): [8, number] => [8, value]));

const localHeader = ({ name, size, crc }: Entry): Uint8Array => {
  const extra = size >= FULL ? zip64(size, size) : zip64();
  const nameBytes = utf8(name);
  const version = size >= FULL ? WITH_ZIP64 : PLAIN;
  const start = fields([4, 0x0403_4b50], [2, version], [2, FLAGS], [2, 0], [2, 0], [2, DATE], [4, crc]);
  return joined(start, fields([4, short(size)], [4, short(size)], [2, nameBytes.length], [2, extra.length]), nameBytes, extra);
};

const centralHeader = ({ name, size, crc }: Entry, offset: number): Uint8Array => {
  const extra = zip64(...(size >= FULL ? [size, size] : []), ...(offset >= FULL ? [offset] : []));
  const nameBytes = utf8(name);
  const version = extra.length > 0 ? WITH_ZIP64 : PLAIN;
  const start = fields([4, 0x0201_4b50], [2, version], [2, version], [2, FLAGS], [2, 0], [2, 0], [2, DATE], [4, crc]);
  const lengths = fields([4, short(size)], [4, short(size)], [2, nameBytes.length], [2, extra.length], [2, 0], [2, 0], [2, 0]);
  return joined(start, lengths, fields([4, 0], [4, short(offset)]), nameBytes, extra);
};

/**
 * All bytes of a container but those of its files: a ZIP with one way to write it, so that a reader can tell every byte that differs. Files
 * stand one after another, without compression, times or comments; ZIP64 is used for what needs it.
 */
export const layoutOf = (entries: readonly Entry[]): Layout => {
  let at = 0;
  const centrals: Uint8Array[] = [];
  const files = entries.map((entry) => {
    const header = localHeader(entry);
    centrals.push(centralHeader(entry, at));
    const from = at + header.length;
    at = from + entry.size;
    return { ...entry, header, from };
  });
  const central = joined(...centrals);
  const count = entries.length;
  const isLarge = count >= MANY || at >= FULL || central.length >= FULL;
  const large = isLarge
    ? [
        fields([4, 0x0606_4b50], [8, 44], [2, WITH_ZIP64], [2, WITH_ZIP64], [4, 0], [4, 0], [8, count], [8, count]),
        fields([8, central.length], [8, at]),
        fields([4, 0x0706_4b50], [4, 0], [8, at + central.length], [4, 1]),
      ]
    : [];
  const few = Math.min(count, MANY);
  const last = fields([4, 0x0605_4b50], [2, 0], [2, 0], [2, few], [2, few], [4, short(central.length)], [4, short(at)], [2, 0]);
  const end = joined(central, ...large, last);
  return { files, end, size: at + end.length };
};

/** The length of the last record of a ZIP without a comment, and of those before it if it is large. */
const LAST = 22;
const LARGE = 56 + 20;

/**
 * Reads which files a container has. `isExact` is false if any byte outside of the files differs from the one way to write them. Returns null
 * if it is no such container.
 */
export const readContainer = async (source: Source): Promise<{ files: Placed[]; isExact: boolean } | null> => {
  const central = await centralOf(source);
  const entries = central && entriesOf(central);
  if (!entries) return null;
  const { files, end, size } = layoutOf(entries);
  const from = size - end.length;
  if (from < 0 || size > source.size) return null;
  let isExact = size === source.size && sameBytes(await source.read(from, size), end);
  for (const { header, from } of files) isExact = sameBytes(await source.read(from - header.length, from), header) && isExact;
  return { files, isExact };
};

const centralOf = async (source: Source): Promise<Uint8Array | null> => {
  if (source.size < LAST) return null;
  const last = viewOf(await source.read(source.size - LAST, source.size));
  if (last.getUint32(0, true) !== 0x0605_4b50) return null;
  let length = last.getUint32(12, true);
  let from = last.getUint32(16, true);
  if (from === FULL || length === FULL || last.getUint16(10, true) === MANY) {
    if (source.size < LAST + LARGE) return null;
    const large = viewOf(await source.read(source.size - LAST - LARGE, source.size - LAST));
    length = Number(large.getBigUint64(40, true));
    from = Number(large.getBigUint64(48, true));
  }
  return from + length <= source.size ? source.read(from, from + length) : null;
};

const entriesOf = (central: Uint8Array): Entry[] | null => {
  const view = viewOf(central);
  const entries: Entry[] = [];
  let at = 0;
  while (at < central.length) {
    if (at + 46 > central.length || view.getUint32(at, true) !== 0x0201_4b50) return null;
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const next = nameEnd + view.getUint16(at + 30, true);
    const name = next <= central.length ? textOf(central.subarray(at + 46, nameEnd)) : null;
    if (name === null) return null;
    const size = view.getUint32(at + 24, true);
    if (size === FULL && nameEnd + 12 > next) return null;
    const whole = size === FULL ? Number(view.getBigUint64(nameEnd + 4, true)) : size;
    entries.push({ name, size: whole, crc: view.getUint32(at + 16, true) });
    at = next;
  }
  return entries;
};

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  return value;
});
/** Continues the CRC-32 of a ZIP by some bytes; it begins with 0. */
export const crc32 = (bytes: Uint8Array, before = 0): number => {
  let crc = ~before;
  for (const byte of bytes) crc = (crc >>> 8) ^ table[(crc ^ byte) & 0xff]!;
  return ~crc >>> 0;
};
