import { joined, type Sha256, sameBytes } from './bytes.ts';

/** The hash of the subtree over the leaves from `from` (inclusive) to `to` (exclusive). */
export type NodeAt = (from: number, to: number) => Uint8Array;

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The Merkle tree of RFC 9162, section 2.1: the hash of a leaf and of a node. No leaf can pass for a node, because their first bytes differ. */
export const leafHash = (sha256: Sha256, leaf: Uint8Array): Uint8Array => sha256(joined(LEAF, leaf));
export const nodeHash = (sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array => sha256(joined(NODE, left, right));

/** The largest power of two below `size`, which must be over 1: how many leaves the left subtree has. */
export const leftSize = (size: number): number => {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
};

/** The root over some leaf hashes (RFC 9162, 2.1.1). That of no leaves is the hash of nothing. */
export const rootOf = (sha256: Sha256, leaves: readonly Uint8Array[]): Uint8Array =>
  leaves.length === 0 ? sha256(new Uint8Array()) : subtree(sha256, leaves)(0, leaves.length);

/** Computes any subtree of leaf hashes that are in memory. */
export const subtree = (sha256: Sha256, leaves: readonly Uint8Array[]): NodeAt => {
  const at: NodeAt = (from, to) => {
    if (to - from === 1) return leaves[from]!;
    const middle = from + leftSize(to - from);
    return nodeHash(sha256, at(from, middle), at(middle, to));
  };
  return at;
};

/**
 * The ranges of the subtrees that a proof of some leaves needs, from left to right: all maximal ones that contain none of the leaves. For one
 * leaf they are its inclusion path (RFC 9162, 2.1.3.1), in the order of the leaves. `indices` ascend.
 */
export const rangesBeside = (size: number, indices: readonly number[]): [from: number, to: number][] => {
  const ranges: [number, number][] = [];
  let next = 0;
  const visit = (from: number, to: number): void => {
    while (next < indices.length && indices[next]! < from) next += 1;
    if (next >= indices.length || indices[next]! >= to) ranges.push([from, to]);
    else if (to - from > 1) {
      const middle = from + leftSize(to - from);
      visit(from, middle);
      visit(middle, to);
    }
  };
  if (size > 0) visit(0, size);
  return ranges;
};

/**
 * The root that some leaves and the hashes beside them have together (RFC 9162, 2.1.3.2, for any number of leaves). Returns null if there are
 * too few or too many hashes, or a leaf is beyond the tree.
 */
export const rootOfSome = (
  sha256: Sha256,
  size: number,
  leaves: readonly { index: number; hash: Uint8Array }[],
  beside: readonly Uint8Array[],
): Uint8Array | null => {
  let nextLeaf = 0;
  let nextBeside = 0;
  const visit = (from: number, to: number): Uint8Array | null => {
    const leaf = leaves[nextLeaf];
    if (!leaf || leaf.index >= to) return beside[nextBeside++] ?? null;
    if (to - from === 1) {
      nextLeaf += 1;
      return leaf.hash;
    }
    const middle = from + leftSize(to - from);
    const left = visit(from, middle);
    const right = visit(middle, to);
    return left && right && nodeHash(sha256, left, right);
  };
  if (size === 0) return leaves.length + beside.length === 0 ? rootOf(sha256, []) : null;
  const root = visit(0, size);
  return nextLeaf === leaves.length && nextBeside === beside.length ? root : null;
};

/** Proves that a tree of `first` leaves is the beginning of one of `second` (RFC 9162, 2.1.4.1). Both are over 0. */
export const consistencyProof = (first: number, second: number, nodeAt: NodeAt): Uint8Array[] =>
  consistencyRanges(first, second).map(([from, to]) => nodeAt(from, to));

/** The subtrees that such a proof consists of. */
export const consistencyRanges = (first: number, second: number): [from: number, to: number][] => {
  const within = (old: number, from: number, to: number, isWhole: boolean): [number, number][] => {
    if (old === to - from) return isWhole ? [] : [[from, to]];
    const left = leftSize(to - from);
    const middle = from + left;
    return old <= left
      ? [...within(old, from, middle, isWhole), [middle, to]]
      : [...within(old - left, middle, to, false), [from, middle]];
  };
  return first === 0 || first > second ? [] : within(first, 0, second, true);
};

/** Whether the tree of `second` leaves begins with that of `first` (RFC 9162, 2.1.4.2). */
export const isConsistent = (
  sha256: Sha256,
  first: { size: number; root: Uint8Array },
  second: { size: number; root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean => {
  if (first.size > second.size || first.size === 0) return first.size === 0 && proof.length === 0;
  if (first.size === second.size) return proof.length === 0 && sameBytes(first.root, second.root);
  const isPower = Number.isInteger(Math.log2(first.size));
  const path = isPower ? [first.root, ...proof] : [...proof];
  if (path.length === 0) return false;
  let node = first.size - 1;
  let last = second.size - 1;
  const up = (): void => {
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  };
  while (node % 2 === 1) up();
  let [older] = path as [Uint8Array];
  let newer = older;
  for (const hash of path.slice(1)) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      older = nodeHash(sha256, hash, older);
      newer = nodeHash(sha256, hash, newer);
      while (node % 2 === 0 && node !== 0) up();
    } else newer = nodeHash(sha256, newer, hash);
    up();
  }
  return last === 0 && sameBytes(older, first.root) && sameBytes(newer, second.root);
};
