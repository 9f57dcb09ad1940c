import { fromBase64, type Hasher, hexOf, joined, sameBytes, textOf, utf8 } from '../format/bytes.ts';
import { isUuid, leafOf } from '../format/leaf.ts';
import { leafHash } from '../format/merkle.ts';
import { isCount, isPath, type LeafRecord, type Line, type Listed, parsed, type Shown } from '../format/package.ts';
import type { Finding } from './findings.ts';

/** Checks the lines of a package, one after the other. */
export type LineCheck = {
  line: (bytes: Uint8Array) => void;
  end: () => { findings: Finding[]; lines: number; shown: number; covered: number };
};

type Expected = {
  leaves: readonly LeafRecord[];
  /** Whether `leaves.bin` is what the manifest lists. If not, lines are compared by their place and leaf alone. */
  isListed: boolean;
  streams: readonly { stream: string; from: number; to: number }[] | null;
  /** Files whose hash an event contains. */
  files: readonly Listed[];
};

export const lineCheck = ({ sha256 }: Hasher, { leaves, isListed, streams, files }: Expected): LineCheck => {
  const findings: Finding[] = [];
  const places = new Map(leaves.map(({ digest }, place) => [hexOf(digest), place]));
  const digests: string[] = [];
  const filesOf = Map.groupBy(files, ({ line }) => line);
  const stretches = new Map(streams?.map((one) => [one.stream, one]));
  const last = new Map<string, number>();
  let count = 0;
  let shown = 0;
  let covered = 0;

  /** Checks a line as the one at `place` of the original. */
  const checkAt = (place: number, number: number, bytes: Uint8Array): void => {
    const read = lineOf(bytes);
    if (!read) return void findings.push({ code: 'line-unreadable', line: number });
    const { line, metadata, data } = read;
    const leaf = leaves[place];
    const hash = leafHash(sha256, leafOf({ ...line, metadata, data }));
    if (!leaf || leaf.index !== line.leaf || !sameBytes(hash, leaf.hash))
      findings.push({ code: 'line-not-in-tree', line: number });
    const expected = next(line.stream, line.revision);
    if (expected !== line.revision)
      findings.push({ code: 'revision-gap', line: number, stream: line.stream, revision: expected });
    last.set(line.stream, line.revision);
    const content = parsed(textOf(data) ?? '');
    const proved = new Set<string>();
    for (const one of line.shown ?? []) {
      const at = one.at.join('.');
      if (isCommitted(sha256, content, one) && !proved.has(at)) proved.add(at);
      else findings.push({ code: 'value-unproved', line: number, at });
    }
    shown += proved.size;
    covered += sealedIn(content) - proved.size;
    for (const { name, at, sha256: listed } of filesOf.get(place + 1) ?? []) {
      const value = line.shown?.find((one) => one.at.join('.') === at?.join('.'));
      if (value?.json !== JSON.stringify(listed) || !proved.has(value.at.join('.')))
        findings.push({ code: 'file-unproved', file: name });
    }
  };
  const next = (stream: string, revision: number): number => {
    const before = last.get(stream);
    if (before !== undefined) return before + 1;
    return streams ? (stretches.get(stream)?.from ?? -1) : revision;
  };

  return {
    line: (bytes) => {
      count += 1;
      if (!isListed) return checkAt(count - 1, count, bytes);
      const digest = hexOf(sha256(bytes));
      digests.push(digest);
      const place = places.get(digest);
      if (place !== undefined) checkAt(place, count, bytes);
    },
    end: () => {
      if (isListed) findings.unshift(...differences(places, digests));
      else if (count !== leaves.length) findings.push({ code: 'line-missing', line: Math.min(count, leaves.length) + 1 });
      // Lines that differ explain a gap by themselves.
      const differ = isListed && findings.some(({ code }) => code.startsWith('line-'));
      const found = differ ? findings.filter(({ code }) => code !== 'revision-gap') : findings;
      for (const { stream, to } of differ ? [] : (streams ?? []))
        if (last.get(stream) !== to) found.push({ code: 'revision-gap', stream, revision: (last.get(stream) ?? -1) + 1 });
      return { findings: found, lines: count, shown, covered };
    },
  };
};

/** Compares the lines with those that were there, by their digests: what was changed, left out, moved or put in. */
const differences = (places: ReadonlyMap<string, number>, digests: readonly string[]): Finding[] => {
  const findings: Finding[] = [];
  const found = new Set(digests.map((digest) => places.get(digest)));
  const seen = new Set<number>();
  let next = 0;
  const missing = (until: number): void => {
    for (; next < until; next += 1) if (!found.has(next)) findings.push({ code: 'line-missing', line: next + 1 });
  };
  for (const [index, digest] of digests.entries()) {
    const place = places.get(digest);
    if (place === undefined) {
      const isChanged = next < places.size && !found.has(next);
      findings.push({ code: isChanged ? 'line-changed' : 'line-added', line: index + 1 });
      if (isChanged) next += 1;
    } else if (seen.has(place)) findings.push({ code: 'line-added', line: index + 1 });
    else if (place < next) findings.push({ code: 'line-moved', line: index + 1 });
    else {
      missing(place);
      next = place + 1;
    }
    if (place !== undefined) seen.add(place);
  }
  missing(places.size);
  return findings;
};

const lineOf = (bytes: Uint8Array): { line: Line; metadata: Uint8Array; data: Uint8Array } | null => {
  const line = parsed(textOf(bytes) ?? '') as Partial<Line> | null;
  if (typeof line !== 'object' || line === null || !isCount(line.leaf) || !isCount(line.revision)) return null;
  if (typeof line.stream !== 'string' || typeof line.type !== 'string' || !isUuid(String(line.id))) return null;
  if (line.shown !== undefined && !(Array.isArray(line.shown) && line.shown.every(isShown))) return null;
  const metadata = rawOf(line.metadata, line.metadata64);
  const data = rawOf(line.data, line.data64);
  return metadata && data ? { line: line as Line, metadata, data } : null;
};
const rawOf = (text: unknown, base64: unknown): Uint8Array | null => {
  if (typeof text === 'string') return utf8(text);
  return typeof base64 === 'string' ? fromBase64(base64) : null;
};
const isShown = (one: Partial<Shown> | null): boolean =>
  isPath(one?.at) && typeof one?.salt === 'string' && typeof one.json === 'string';

const SALT_BYTES = 16;

/** Whether the event contains the commitment to this value: the SHA-256 of salt and JSON. */
const isCommitted = (sha256: Hasher['sha256'], content: unknown, { at, salt, json }: Shown): boolean => {
  let holder = content;
  for (const step of at) holder = isObject(holder) && isStepOf(holder, step) ? holder[step] : undefined;
  const salted = fromBase64(salt);
  if (!isSealed(holder) || salted?.length !== SALT_BYTES) return false;
  const committed = fromBase64(holder.c ?? '');
  return committed !== null && sameBytes(sha256(joined(salted, utf8(json))), committed);
};

/** Places of an array are numbers, names of fields are texts. */
const isStepOf = (holder: object, step: string | number): boolean =>
  typeof step === (Array.isArray(holder) ? 'number' : 'string') && Object.hasOwn(holder, step);

/** How many sealed values there are below a value. */
const sealedIn = (value: unknown): number => {
  if (!isObject(value)) return 0;
  if (isSealed(value)) return 1;
  return Object.values(value).reduce((sum: number, one) => sum + sealedIn(one), 0);
};
const isObject = (value: unknown): value is Record<string | number, unknown> => typeof value === 'object' && value !== null;
/** A sealed value as it is stored: whose key, the ciphertext, and the commitment. */
const isSealed = (value: unknown): value is { k: string; v: string; c?: string } =>
  isObject(value) &&
  typeof value.k === 'string' &&
  typeof value.v === 'string' &&
  (value.c === undefined || typeof value.c === 'string');
