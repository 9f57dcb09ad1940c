import { type Hasher, hexOf, joined, sameBytes } from '../format/bytes.ts';
import { rootOfSome } from '../format/merkle.ts';
import { isSignedBy, keyText, readKey, readNote, type VerifierKey } from '../format/note.ts';
import { files, type LeafRecord, type Manifest, readHashes, readLeaves, readManifest } from '../format/package.ts';
import { type Placed, readContainer, type Source } from '../format/zip.ts';
import type { Facts, Finding, Report } from './findings.ts';
import { checkHead, checkKept, type SignedHead } from './heads.ts';
import { lineCheck } from './lines.ts';

/** What the person who checks knows from elsewhere. */
export type Known = {
  /** The installation's key, as text: a package says itself by which key it is signed, which alone proves nothing. */
  key?: string | undefined;
  /** Signed heads of the same log, each with or without a proof. */
  heads?: readonly string[];
  /** Called with the part of the bytes that is checked, from 0 to 1. */
  onProgress?: (part: number) => void;
};

/** How many bytes are read at once. */
const PIECE = 1 << 20;
/** The files that are read whole, apart from the leaves, are small. */
const MOST_WHOLE = 256 << 20;

/** Checks a package: that it is what the installation has signed, and that its events stand in the signed tree. Never throws for its content. */
export const verify = async (source: Source, hasher: Hasher, known: Known = {}): Promise<Report> => {
  const facts: Facts = {
    key: null,
    origin: null,
    signedAt: null,
    treeSize: null,
    exportedAt: null,
    events: 0,
    shown: 0,
    covered: 0,
  };
  const container = await readContainer(source);
  if (!container) return { findings: [{ code: 'container-unreadable' }], facts };
  const findings: Finding[] = container.isExact ? [] : [{ code: 'container-changed' }];
  const byName = new Map(container.files.map((file) => [file.name, file]));
  const whole = async (name: string): Promise<Uint8Array | null> => {
    const file = byName.get(name);
    return file && file.size <= MOST_WHOLE ? source.read(file.from, file.from + file.size) : null;
  };

  const signed = await readSigned(hasher, await whole(files.manifest));
  if (!signed) return { findings: [...findings, { code: 'manifest-unreadable' }], facts };
  const { manifest, key } = signed;
  if (!signed.isSigned) findings.push({ code: 'manifest-signature' });
  Object.assign(facts, { key: manifest.key, origin: key.name, exportedAt: manifest.exportedAt });
  const expected = known.key === undefined ? null : readKey(hasher.sha256, known.key);
  if (known.key !== undefined && (!expected || keyText(hasher.sha256, expected) !== manifest.key))
    findings.push({ code: 'other-key' });

  const reading = { source, hasher, ...known };
  const compared = await compareFiles(reading, container.files, manifest);
  findings.push(...compared.findings.filter(({ code }) => code !== 'container-changed' || container.isExact));
  const headBytes = await whole(files.head);
  const { head, findings: ofHead } = headBytes ? await checkHead(hasher.sha256, key, headBytes) : { head: null, findings: [] };
  findings.push(...ofHead);
  if (head) Object.assign(facts, { signedAt: head.seconds, treeSize: head.size });

  const leaves = readLeaves((await whole(files.leaves)) ?? new Uint8Array());
  const beside = readHashes((await whole(files.beside)) ?? new Uint8Array());
  if (leaves && beside) {
    const events = byName.get(files.events);
    const isListed = !compared.differing.has(files.leaves);
    if (events) {
      const check = lineCheck(hasher, {
        leaves,
        isListed,
        streams: manifest.streams,
        files: manifest.files.filter(({ line }) => line !== undefined),
      });
      await eachLine(source, events, check.line);
      const { findings: ofLines, lines, ...values } = check.end();
      findings.push(...ofLines);
      Object.assign(facts, { events: lines, ...values });
    }
    if (head) findings.push(...checkTree(hasher, head, manifest, leaves, beside));
  } else findings.push({ code: 'proof-unreadable' });
  if (head) findings.push(...(await checkKept(hasher.sha256, key, head, known.heads ?? [])));
  return { findings, facts };
};

const readSigned = async (
  { sha256 }: Hasher,
  bytes: Uint8Array | null,
): Promise<{ manifest: Manifest; key: VerifierKey; isSigned: boolean } | null> => {
  const note = bytes && readNote(bytes);
  const manifest = note && readManifest(note.text);
  const key = manifest && readKey(sha256, manifest.key);
  if (!key) return null;
  // A second signature would be a byte that nobody has signed.
  return { manifest, key, isSigned: note.signatures.length === 1 && (await isSignedBy(sha256, key, note)) };
};

type Reading = { source: Source; hasher: Hasher; onProgress?: (part: number) => void };

/** Compares each file with the manifest. */
const compareFiles = async (
  { source, hasher, onProgress }: Reading,
  placed: readonly Placed[],
  manifest: Manifest,
): Promise<{ findings: Finding[]; differing: Set<string> }> => {
  const findings: Finding[] = [];
  const listed = new Map(manifest.files.map((file) => [file.name, file]));
  const there = new Set(placed.map(({ name }) => name));
  const differing = new Set<string>();
  for (const { name } of manifest.files) if (!there.has(name)) findings.push({ code: 'file-missing', file: name });
  const seen = new Set<string>();
  let isExact = true;
  for (const file of placed) {
    const { name, size, crc } = file;
    const isKnown = (listed.has(name) || name === files.manifest) && !seen.has(name);
    if (!isKnown) findings.push({ code: 'file-added', file: name });
    seen.add(name);
    const hash = hasher.begin();
    let sum = 0;
    for await (const piece of piecesOf(source, file)) {
      hash.update(piece);
      sum = hasher.crc32(piece, sum);
      onProgress?.(Math.min(1, (file.from + piece.length) / source.size));
    }
    const digest = hexOf(hash.digest());
    const known = listed.get(name);
    const isSame = !known || (digest === known.sha256 && size === known.bytes);
    if (!isSame) {
      differing.add(name);
      findings.push({ code: 'file-changed', file: name });
    } else isExact &&= sum === crc;
  }
  // The content is right, so it is the container's sum of it that was changed.
  if (!isExact) findings.push({ code: 'container-changed' });
  return { findings, differing };
};

const checkTree = (
  { sha256 }: Hasher,
  head: SignedHead,
  manifest: Manifest,
  leaves: readonly LeafRecord[],
  beside: readonly Uint8Array[],
): Finding[] => {
  const findings: Finding[] = [];
  const isWhole = manifest.streams !== null || leaves.length === head.size;
  if (!isWhole || leaves.length !== manifest.events) findings.push({ code: 'tree-incomplete' });
  const root = rootOfSome(sha256, head.size, leaves, beside);
  if (!root || !sameBytes(root, head.root)) findings.push({ code: 'tree-root' });
  return findings;
};

async function* piecesOf(source: Source, { from, size }: Placed): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += PIECE) yield await source.read(from + at, from + Math.min(size, at + PIECE));
}

/** Calls `each` with every line, without its newline. What follows the last newline is a line too. */
const eachLine = async (source: Source, file: Placed, each: (line: Uint8Array) => void): Promise<void> => {
  let rest: Uint8Array[] = [];
  for await (const piece of piecesOf(source, file)) {
    let from = 0;
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, from)) {
      each(withRest(rest, piece.subarray(from, end)));
      rest = [];
      from = end + 1;
    }
    if (from < piece.length) rest.push(piece.subarray(from));
  }
  if (rest.length > 0) each(withRest(rest, new Uint8Array()));
};
const NEWLINE = 10;
const withRest = (rest: Uint8Array[], end: Uint8Array): Uint8Array => (rest.length === 0 ? end : joined(...rest, end));
