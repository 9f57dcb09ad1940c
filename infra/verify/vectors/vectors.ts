import { keptHeadText } from '../format/checkpoint.ts';
import { keyText } from '../format/note.ts';
import { files, leafRecord } from '../format/package.ts';
import { crc32, layoutOf, readContainer } from '../format/zip.ts';
import { nodeHasher } from '../node/hasher.ts';
import { story, type Told } from './events.fixture.ts';
import { installation, NOON, ORIGIN, OURS, type Parts, packageOf, packed, partsOf, treeOf } from './packages.fixture.ts';

/** A package and what is given beside it. What a verifier has to find stands in vectors.json. */
export type Vector = { name: string; package: Buffer; key?: string; heads?: string[] };

/** Leaves of one conversation: what an export of its tickets contains. */
const CHOSEN = [0, 2, 4, 8, 10, 12, 14, 16, 18];
const SIZE = 23;
const { sha256 } = nodeHasher;

const sourceOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: async (from: number, to: number) => bytes.subarray(from, to),
});

/** Changes files of a package without signing anything: what somebody can do who has no key. */
const retouched = async (bytes: Buffer, change: (files: Map<string, Buffer>) => void): Promise<Buffer> => {
  const container = await readContainer(sourceOf(bytes));
  const all = new Map(container!.files.map(({ name, from, size }) => [name, Buffer.from(bytes.subarray(from, from + size))]));
  change(all);
  const layout = layoutOf([...all].map(([name, content]) => ({ name, size: content.length, crc: crc32(content) })));
  return Buffer.concat([...layout.files.flatMap(({ name, header }) => [header, all.get(name)!]), layout.end]);
};

const lines = (change: (lines: string[]) => void) => (all: Map<string, Buffer>) => {
  const read = all.get(files.events)!.toString().trimEnd().split('\n');
  change(read);
  all.set(files.events, Buffer.from(`${read.join('\n')}\n`));
};
const swapped = (all: string[], one: number, other: number): void => {
  [all[one], all[other]] = [all[other]!, all[one]!];
};
const worded = (place: number, from: string, to: string) =>
  lines((all) => {
    all[place] = all[place]!.replace(from, to);
  });
const flipped = (bytes: Buffer, place: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed[place]! ^= 1;
  return changed;
};
const flip = (name: string, place: number) => (all: Map<string, Buffer>) => void all.set(name, flipped(all.get(name)!, place));

/** What somebody makes of a package who has the installation's key and signs the list of files anew. */
const forged = async (
  change: (parts: Parts, manifest: ReturnType<typeof partsOf>['manifest']) => void,
  leaves: number[] | null = CHOSEN,
) => {
  const { parts, manifest } = partsOf({ leaves });
  change(parts, manifest);
  return packed(parts, manifest);
};
const partOf = (parts: Parts, name: string) => parts.find((part) => part.name === name)!;
/** Replaces lines, and makes `leaves.bin` agree with them. */
const withLines = (parts: Parts, told: readonly Told[], leaves: readonly number[]): void => {
  const made = leaves.map((leaf) => treeOf(told).lines[leaf]!);
  partOf(parts, files.events).bytes = Buffer.concat(made.map(({ line }) => line));
  partOf(parts, files.leaves).bytes = Buffer.concat(made.map(({ record }) => leafRecord(record)));
};
/** The story with one event written otherwise. */
const rewritten = (place: number): Told[] =>
  story(SIZE).map((one, n) => (n === place ? { ...one, event: { ...one.event, type: 'MessageSent' } } : one));

const alterations = async (): Promise<Vector[]> => {
  const base = await packageOf({ leaves: CHOSEN });
  const by = (name: string, change: (all: Map<string, Buffer>) => void) =>
    retouched(base, change).then((bytes): Vector => ({ name, package: bytes }));
  return Promise.all([
    by('line-changed', worded(3, 'MessageReceived', 'MessageReceivee')),
    by('line-value-changed', worded(4, 'não chegou', 'já chegou')),
    by(
      'line-left-out',
      lines((all) => void all.splice(5, 1)),
    ),
    by(
      'last-lines-cut-off',
      lines((all) => void all.splice(7)),
    ),
    by(
      'lines-swapped',
      lines((all) => swapped(all, 1, 2)),
    ),
    by(
      'line-put-in',
      lines((all) => void all.splice(2, 0, all[1]!.replace('MessageReceived', 'MessageDeleted'))),
    ),
    by(
      'line-doubled',
      lines((all) => void all.splice(6, 0, all[2]!)),
    ),
    by('line-changed-and-proof-changed', (all) => {
      worded(3, 'MessageReceived', 'MessageReceivee')(all);
      flip(files.leaves, 5 * 72 + 50)(all);
    }),
    by('manifest-changed', (all) => {
      const text = all.get(files.manifest)!.toString();
      all.set(files.manifest, Buffer.from(text.replace('Marina Alves', 'Marina Alvez')));
    }),
    by('manifest-signed-twice', (all) => {
      const text = all.get(files.manifest)!.toString();
      all.set(files.manifest, Buffer.from(text + text.slice(text.lastIndexOf('— '))));
    }),
    by('head-emptied', (all) => void all.set(files.head, Buffer.from('prosa.example\n'))),
    by('leaves-cut-off', (all) => void all.set(files.leaves, all.get(files.leaves)!.subarray(0, -1))),
    by('head-changed', flip(files.head, ORIGIN.length + 1)),
    by('leaves-changed', flip(files.leaves, 30)),
    by('beside-changed', flip(files.beside, 3)),
    by('picture-changed', flip('media/picture.png', 0)),
    by('picture-left-out', (all) => void all.delete('media/picture.png')),
    by('file-put-in', (all) => void all.set('media/other.png', Buffer.from('other'))),
    by('manifest-left-out', (all) => void all.delete(files.manifest)),
  ]);
};

const ofContainers = async (): Promise<Vector[]> => {
  const base = await packageOf({ leaves: CHOSEN });
  return [
    { name: 'byte-appended', package: Buffer.concat([base, Buffer.from([0])]) },
    { name: 'byte-before', package: Buffer.concat([Buffer.from([0]), base]) },
    { name: 'cut-off', package: base.subarray(0, base.length - 40) },
    { name: 'time-of-a-file-changed', package: flipped(base, 10) },
    { name: 'text', package: Buffer.from('Not a package at all, only some words in a file.') },
  ];
};

/** Packages of an installation that lies: they are signed. */
const forgeries = async (): Promise<Vector[]> => [
  {
    name: 'signed-value-not-of-the-event',
    package: await forged((parts) => {
      const told = story(SIZE);
      told[4] = { ...told[4]!, shown: told[4]!.shown.map((one) => ({ ...one, json: one.json.replace('não', 'sim') })) };
      withLines(parts, told, CHOSEN);
    }),
  },
  {
    name: 'signed-line-without-an-event',
    package: await forged((parts) => {
      const events = partOf(parts, files.events);
      const made = Buffer.from(events.bytes).toString().split('\n').with(1, '{"leaf":2}');
      events.bytes = Buffer.from(made.join('\n'));
      const leaves = Buffer.from(partOf(parts, files.leaves).bytes);
      leaves.set(sha256(Buffer.from('{"leaf":2}')), 72 + 40);
      partOf(parts, files.leaves).bytes = leaves;
    }),
  },
  { name: 'signed-event-not-of-the-tree', package: await forged((parts) => withLines(parts, rewritten(8), CHOSEN)) },
  {
    name: 'signed-line-not-of-its-leaf',
    package: await forged((parts) => {
      const leaves = Buffer.from(partOf(parts, files.leaves).bytes);
      withLines(parts, rewritten(8), CHOSEN);
      // The leaves' hashes stay those of the tree; only the lines' digests are new.
      const made = Buffer.from(partOf(parts, files.leaves).bytes);
      for (let at = 0; at < leaves.length; at += 72) leaves.copy(made, at, at, at + 40);
      partOf(parts, files.leaves).bytes = made;
    }),
  },
  {
    name: 'signed-event-left-out',
    package: await (async () => {
      const { parts, manifest } = partsOf({ leaves: CHOSEN.filter((leaf) => leaf !== 10) });
      return packed(parts, manifest);
    })(),
  },
  {
    name: 'signed-last-event-left-out',
    package: await (async () => {
      const { manifest } = partsOf({ leaves: CHOSEN });
      const { parts } = partsOf({ leaves: CHOSEN.slice(0, -1) });
      return packed(parts, { ...manifest, events: CHOSEN.length - 1 });
    })(),
  },
  {
    name: 'signed-company-with-an-event-left-out',
    package: await (async () => {
      const { parts, manifest } = partsOf({ leaves: Array.from({ length: SIZE - 1 }, (_, n) => n) });
      return packed(parts, { ...manifest, streams: null, tickets: null });
    })(),
  },
  {
    name: 'signed-picture-not-of-the-event',
    package: await forged((parts) => {
      partOf(parts, 'media/picture.png').bytes = Buffer.from('another picture');
    }),
  },
  {
    name: 'signed-head-of-another-installation',
    package: await forged((parts) => {
      partOf(parts, files.head).bytes = Buffer.from(treeOf(story(SIZE)).head(SIZE, installation(2, 'other.example/log')));
    }),
  },
  {
    name: 'signed-head-by-another-key',
    package: await forged((parts) => {
      partOf(parts, files.head).bytes = Buffer.from(treeOf(story(SIZE)).head(SIZE, installation(2)));
    }),
  },
  {
    name: 'another-key-than-given',
    package: await packageOf({ leaves: CHOSEN, by: installation(2) }),
    key: keyText(sha256, OURS.key),
  },
];

/** A good package, beside heads that were kept elsewhere. */
const ofHeads = async (): Promise<Vector[]> => {
  const base = await packageOf({ told: story(SIZE), leaves: CHOSEN });
  const long = treeOf(story(31));
  const other = treeOf(story(31).map((one, n) => (n === 3 ? rewritten(3)[3]! : one)));
  const later = NOON + 300;
  const earlier = NOON - 300;
  const withProof = (tree: ReturnType<typeof treeOf>, from: number, to: number, seconds: number) =>
    keptHeadText(from, tree.proof(from, to), tree.head(to, OURS, seconds));
  return [
    { name: 'kept-later', package: base, heads: [withProof(long, SIZE, 31, later)] },
    { name: 'kept-same', package: base, heads: [long.head(SIZE, OURS, later)] },
    { name: 'kept-earlier', package: base, heads: [long.head(9, OURS, earlier), withProof(long, 9, SIZE, NOON)] },
    { name: 'kept-later-without-proof', package: base, heads: [long.head(31, OURS, later)] },
    { name: 'kept-longer-before', package: base, heads: [withProof(long, SIZE, 31, earlier)] },
    { name: 'kept-shorter-afterwards', package: base, heads: [long.head(9, OURS, later), withProof(long, 9, SIZE, NOON)] },
    { name: 'kept-rewritten', package: base, heads: [withProof(other, SIZE, 31, later)] },
    { name: 'kept-rewritten-same-size', package: base, heads: [other.head(SIZE, OURS, later)] },
    { name: 'kept-foreign', package: base, heads: [long.head(31, installation(2, 'other.example/log'), later)] },
    { name: 'kept-by-another-key', package: base, heads: [long.head(31, installation(2), later)] },
    { name: 'kept-unreadable', package: base, heads: ['not a head\n'] },
  ];
};

export const vectors = async (): Promise<Vector[]> => [
  { name: 'tickets', package: await packageOf({ leaves: CHOSEN }), key: keyText(sha256, OURS.key) },
  { name: 'company', package: await packageOf({ leaves: null }) },
  { name: 'one-leaf', package: await packageOf({ told: story(1), leaves: [0] }) },
  ...(await alterations()),
  ...(await ofContainers()),
  ...(await forgeries()),
  ...(await ofHeads()),
];
