import { utf8 } from '../format/bytes.ts';
import { headText } from '../format/checkpoint.ts';
import { consistencyProof, rangesBeside, subtree } from '../format/merkle.ts';
import { signHead, type VerifierKey } from '../format/note.ts';
import { files, leafRecord, type Manifest } from '../format/package.ts';
import { nodeHasher } from '../node/hasher.ts';
import { signingKey } from '../node/signing.ts';
import { lineOfEvent } from '../pack/events.ts';
import { type Part, pack } from '../pack/pack.ts';
import { COMPANY, PICTURE, story, type Told } from './events.fixture.ts';

const { sha256 } = nodeHasher;
export const ORIGIN = `prosa.example/${COMPANY.id}`;
/** 17 November 2026, 12:00 UTC. */
export const NOON = Date.UTC(2026, 10, 17, 12) / 1_000;

export type Installation = ReturnType<typeof signingKey> & { key: VerifierKey };
export const installation = (byte: number, origin = ORIGIN): Installation => {
  const keys = signingKey(Buffer.alloc(32, byte));
  return { ...keys, key: keys.keyOf(origin) };
};
export const OURS = installation(1);

/** Leaf hashes of a story, and its tree at any size. */
export const treeOf = (told: readonly Told[]) => {
  const lines = told.map(({ event, shown }, leaf) => lineOfEvent(sha256, event, leaf, shown));
  const hashes = lines.map(({ record }) => record.hash);
  const nodeAt = subtree(sha256, hashes);
  return {
    lines,
    nodeAt,
    head: (size: number, by = OURS, seconds = NOON) =>
      signHead(sha256, by.key, by.sign, headText({ origin: by.key.name, size, root: nodeAt(0, size) }), seconds),
    proof: (from: number, to: number) => consistencyProof(from, to, nodeAt),
  };
};

export type Parts = { name: string; bytes: Uint8Array; line?: number; at?: (string | number)[] }[];
export type Wanted = { told?: Told[]; size?: number; leaves?: number[] | null; by?: Installation; seconds?: number };

/** The files of a package, and its manifest; `leaves` null: all. A picture goes with the first message that has one. */
export const partsOf = ({ told = story(23), size = told.length, leaves = null, by = OURS, seconds = NOON }: Wanted) => {
  const tree = treeOf(told);
  const chosen = leaves ?? Array.from({ length: size }, (_, leaf) => leaf);
  const lines = chosen.map((leaf) => tree.lines[leaf]!);
  const pictured = chosen.findIndex((leaf) => told[leaf]!.shown.length > 1);
  const parts: Parts = [
    { name: files.events, bytes: Buffer.concat(lines.map(({ line }) => line)) },
    { name: files.leaves, bytes: Buffer.concat(lines.map(({ record }) => leafRecord(record))) },
    { name: files.beside, bytes: Buffer.concat(rangesBeside(size, chosen).map((range) => tree.nodeAt(...range))) },
    { name: files.head, bytes: utf8(tree.head(size, by, seconds)) },
    { name: 'leitura.html', bytes: utf8('<!doctype html><title>Móveis Linho</title>') },
    { name: 'media/picture.png', bytes: PICTURE, line: pictured + 1, at: ['media', 'sha256'] },
  ];
  const stretches = new Map<string, { stream: string; from: number; to: number }>();
  for (const leaf of chosen) {
    const { stream, revision } = told[leaf]!.event;
    const known = stretches.get(stream);
    if (known) known.to = Number(revision);
    else stretches.set(stream, { stream, from: Number(revision), to: Number(revision) });
  }
  const manifest: Omit<Manifest, 'files' | 'format' | 'key'> = {
    exportedAt: new Date(NOON * 1_000).toISOString(),
    exportedBy: { id: COMPANY.id, name: 'Marina Alves' },
    company: COMPANY,
    tickets: leaves && ['a ticket'],
    events: chosen.length,
    streams: leaves && [...stretches.values()],
  };
  return { parts, manifest };
};

export const packed = async (parts: Parts, manifest: Omit<Manifest, 'files' | 'format' | 'key'>, by = OURS): Promise<Buffer> => {
  const open: Part[] = parts.map(({ bytes, ...part }) => ({ ...part, open: () => [bytes] }));
  const { bytes } = await pack({ hasher: nodeHasher, key: by.key, sign: by.sign, parts: open, manifest });
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes()) pieces.push(piece);
  return Buffer.concat(pieces);
};

export const packageOf = (wanted: Wanted): Promise<Buffer> => {
  const { parts, manifest } = partsOf(wanted);
  return packed(parts, manifest, wanted.by);
};
