import { nodeHasher } from '../node/hasher.ts';
import { hexOf } from './bytes.ts';
import { consistencyProof, isConsistent, leafHash, nodeHash, rangesBeside, rootOf, rootOfSome, subtree } from './merkle.ts';

const { sha256 } = nodeHasher;
const leaves = Array.from({ length: 70 }, (_, n) => leafHash(sha256, Uint8Array.of(n)));
const nodeAt = subtree(sha256, leaves);
const headOf = (size: number) => ({ size, root: rootOf(sha256, leaves.slice(0, size)) });

test('roots are those of the test data of Certificate Transparency', () => {
  const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  const hashes = inputs.map((hex) => leafHash(sha256, Buffer.from(hex, 'hex')));
  const roots = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((size) => hexOf(rootOf(sha256, hashes.slice(0, size))));
  expect(roots).toEqual([
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ]);
});

test('a leaf is told from a node with the same bytes', () => {
  const [one, other] = [leaves[0]!, leaves[1]!];
  expect(nodeHash(sha256, one, other)).not.toEqual(leafHash(sha256, Buffer.concat([one, other])));
});

describe('a proof of some leaves', () => {
  /** Some of the leaves below a size, chosen by the bits of a number. */
  const chosen = (size: number, seed: number): number[] =>
    Array.from({ length: size }, (_, n) => n).filter((n) => ((seed * 2_654_435_761 * (n + 1)) >>> 7) % 3 === 0);

  test('gives the root of every tree, for any choice of leaves', () => {
    for (let size = 0; size <= 40; size += 1)
      for (let seed = 1; seed <= 12; seed += 1) {
        const indices = chosen(size, seed);
        const beside = rangesBeside(size, indices).map(([from, to]) => nodeAt(from, to));
        const some = indices.map((index) => ({ index, hash: leaves[index]! }));
        expect(rootOfSome(sha256, size, some, beside)).toEqual(headOf(size).root);
      }
  });

  test('of one leaf is its inclusion path', () => {
    // RFC 9162, 2.1.5: of leaf 3 of 7 it is c, g and l, and of leaf 6 it is i and k.
    expect(rangesBeside(7, [3])).toEqual([
      [0, 2],
      [2, 3],
      [4, 7],
    ]);
    expect(rangesBeside(7, [6])).toEqual([
      [0, 4],
      [4, 6],
    ]);
  });

  test('gives no root with a hash too many or too few, or with a leaf beyond the tree', () => {
    const beside = rangesBeside(7, [3]).map(([from, to]) => nodeAt(from, to));
    const some = [{ index: 3, hash: leaves[3]! }];
    expect(rootOfSome(sha256, 7, some, beside.slice(1))).toBeNull();
    expect(rootOfSome(sha256, 7, some, [...beside, leaves[0]!])).toBeNull();
    expect(rootOfSome(sha256, 7, [...some, { index: 7, hash: leaves[7]! }], beside)).toBeNull();
    expect(rootOfSome(sha256, 0, some, [])).toBeNull();
  });
});

describe('a proof of consistency', () => {
  test('holds between any two sizes', () => {
    for (let second = 1; second <= 70; second += 1)
      for (let first = 0; first <= second; first += 1)
        expect(isConsistent(sha256, headOf(first), headOf(second), consistencyProof(first, second, nodeAt))).toBe(true);
  });

  test('fails with another older tree, a changed hash, one too many, one too few, or the wrong order', () => {
    for (const [first, second] of [
      [1, 2],
      [3, 7],
      [4, 7],
      [6, 8],
      [21, 64],
      [32, 70],
    ] as const) {
      const proof = consistencyProof(first, second, nodeAt);
      const holds = (hashes: Uint8Array[], older = headOf(first)): boolean => isConsistent(sha256, older, headOf(second), hashes);
      expect(holds(proof)).toBe(true);
      expect(holds(proof, { size: first, root: leaves[9]! })).toBe(false);
      for (const place of proof.keys()) expect(holds(proof.with(place, leaves[9]!))).toBe(false);
      expect(holds(proof.slice(1))).toBe(false);
      expect(holds([...proof, leaves[0]!])).toBe(false);
      expect(isConsistent(sha256, headOf(second), headOf(first), proof)).toBe(false);
    }
  });

  test('between equal sizes needs equal roots', () => {
    expect(isConsistent(sha256, headOf(5), headOf(5), [])).toBe(true);
    expect(isConsistent(sha256, headOf(5), { size: 5, root: leaves[0]! }, [])).toBe(false);
  });
});
