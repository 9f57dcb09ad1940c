import { bytesOfNumber, hexOf, joined } from './bytes.ts';

/** The files of a package that the proof consists of; the others are media and what people read. */
export const files = {
  /** The events, one a line. */
  events: 'events.jsonl',
  /** A record for each line: the index of its leaf, the hash of its leaf, the SHA-256 of the line. */
  leaves: 'leaves.bin',
  /** The hashes of the subtrees beside these leaves. */
  beside: 'beside.bin',
  /** The signed head of the tree. */
  head: 'head.txt',
  /** The signed list of all other files, the last file. */
  manifest: 'manifest.txt',
} as const;

/** A personal value that is shown: where it stands in the event's data, its salt in base64, and its JSON. */
export type Shown = { at: (string | number)[]; salt: string; json: string };

/** A line of `events.jsonl`. `metadata` and `data` are the stored texts; `data64` and `metadata64` stand instead for bytes that are no UTF-8. */
export type Line = {
  leaf: number;
  stream: string;
  revision: number;
  id: string;
  type: string;
  metadata?: string;
  data?: string;
  metadata64?: string;
  data64?: string;
  shown?: Shown[];
};

/** A file and its content. A file with a `line` is the one whose SHA-256 that line's event contains, shown at `at`. */
export type Listed = { name: string; bytes: number; sha256: string; line?: number; at?: (string | number)[] };

export const FORMAT = 'prosa-export/1';
export type Manifest = {
  format: typeof FORMAT;
  /** The installation's key for this log, as text (note.ts). */
  key: string;
  exportedAt: string;
  exportedBy: { id: string; name: string };
  company: { id: string; name: string };
  /** The tickets that were asked for; null: everything of the company. */
  tickets: string[] | null;
  events: number;
  /** The stretches of streams, each without a gap; null: every leaf of the tree. */
  streams: { stream: string; from: number; to: number }[] | null;
  files: Listed[];
};

/** The text of a manifest, to be signed as a note. */
export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 1)}\n`;

/** Returns null if it is no manifest. */
export const readManifest = (text: string): Manifest | null => {
  const read = parsed(text) as Partial<Manifest> | null;
  if (typeof read !== 'object' || read === null || read.format !== FORMAT || typeof read.key !== 'string') return null;
  if (!isCount(read.events) || !Array.isArray(read.files) || !read.files.every(isListed)) return null;
  if (read.streams !== null && !(Array.isArray(read.streams) && read.streams.every(isStretch))) return null;
  return read as Manifest;
};

export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isListed = (one: Partial<Listed> | null): boolean =>
  typeof one?.name === 'string' && isCount(one.bytes) && typeof one.sha256 === 'string' && isPlaced(one);
const isPlaced = ({ line, at }: Partial<Listed>): boolean =>
  line === undefined ? at === undefined : isCount(line) && isPath(at);
export const isPath = (at: unknown): at is (string | number)[] =>
  Array.isArray(at) && at.every((step) => typeof step === 'string' || isCount(step));
const isStretch = (one: { stream?: unknown; from?: unknown; to?: unknown } | null): boolean =>
  typeof one?.stream === 'string' && isCount(one.from) && isCount(one.to);

/** The bytes of a record in `leaves.bin`. */
export const LEAF_BYTES = 8 + 32 + 32;
export type LeafRecord = { index: number; hash: Uint8Array; digest: Uint8Array };
export const leafRecord = ({ index, hash, digest }: LeafRecord): Uint8Array => joined(bytesOfNumber(index, 8), hash, digest);

/** Returns null if a record is cut off, or the leaves do not ascend. */
export const readLeaves = (bytes: Uint8Array): LeafRecord[] | null => {
  if (bytes.length % LEAF_BYTES !== 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const leaves: LeafRecord[] = [];
  for (let at = 0; at < bytes.length; at += LEAF_BYTES) {
    const index = Number(view.getBigUint64(at));
    if (index <= (leaves.at(-1)?.index ?? -1) || !isCount(index)) return null;
    leaves.push({ index, hash: bytes.subarray(at + 8, at + 40), digest: bytes.subarray(at + 40, at + LEAF_BYTES) });
  }
  return leaves;
};
export const readHashes = (bytes: Uint8Array): Uint8Array[] | null =>
  bytes.length % 32 === 0 ? Array.from({ length: bytes.length / 32 }, (_, n) => bytes.subarray(n * 32, n * 32 + 32)) : null;

export const keyOfDigest = (digest: Uint8Array): string => hexOf(digest);
