import { consistencyRanges, leafHash, nodeHasher, rangesBeside, rootOf, subtree } from '@prosa/infra/verify';
import { appendLeaves, nodeReader, partialTiles, type Tile, WIDTH } from './tiles.ts';

const { sha256 } = nodeHasher;
const SIZE = WIDTH * WIDTH + 3 * WIDTH + 17;
const hashes = Array.from({ length: SIZE }, (_, n) => leafHash(sha256, Buffer.from(`${n}`)));
const whole = subtree(sha256, hashes);

/** Tiles of a tree that has grown by pieces of these sizes, in turns. */
const grown = (total: number, pieces: readonly number[]): Map<string, Tile> => {
  const tiles = new Map<string, Tile>();
  for (let size = 0, turn = 0; size < total; turn += 1) {
    const next = Math.min(total, size + pieces[turn % pieces.length]!);
    const leaves = hashes.slice(size, next).map((hash, n) => ({ hash, position: BigInt(size + n) * 100n }));
    const partial = partialTiles(size).map(({ level, place }) => tiles.get(`${level}/${place}`)!);
    for (const tile of appendLeaves(size, partial, leaves)) tiles.set(`${tile.level}/${tile.place}`, tile);
    size = next;
  }
  return tiles;
};
const readerOf = (tiles: Map<string, Tile>, read: string[] = []) =>
  nodeReader(async (level, place) => {
    read.push(`${level}/${place}`);
    return tiles.get(`${level}/${place}`)!;
  });

test.each([
  ['one by one', [1], 700],
  ['by all sizes around a tile', [255, 1, 256, 257, 2], 3_000],
  ['at once', [SIZE], SIZE],
  ['by batches', [2_000], SIZE],
])('a tree that grows %s has the root of its leaves', async (_, pieces, size) => {
  const nodeAt = readerOf(grown(size, pieces));
  expect(await nodeAt(0, size)).toEqual(rootOf(sha256, hashes.slice(0, size)));
});

test('leaves keep the positions of their events', () => {
  const tiles = grown(600, [7]);
  expect(tiles.get('0/2')!.positions).toEqual(Array.from({ length: 88 }, (_, n) => BigInt(512 + n) * 100n));
  expect(tiles.get('1/0')!.positions).toEqual([]);
});

test('every subtree that a proof needs is read, from few tiles', async () => {
  const read: string[] = [];
  const nodeAt = readerOf(grown(SIZE, [2_000]), read);
  const ranges = [...rangesBeside(SIZE, [0, 255, 256, 70_000 % SIZE, SIZE - 1]), ...consistencyRanges(65_537, SIZE)];
  for (const [from, to] of ranges) expect(await nodeAt(from, to)).toEqual(whole(from, to));
  expect(new Set(read).size).toBeLessThan(20);
});
